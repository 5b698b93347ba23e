import { countsText, stageText, stateTexts } from '@footnote/contract/progress-text'
import type { TaskState } from '@footnote/contract/responses'
import type { OpenCallsResponse } from '@footnote/contract/site/responses'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { statusQuery } from '../../../api/queries.ts'
import { classes } from '../../../ui/classes.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Elapsed, PulseDot, useNow } from '../time/elapsed.tsx'
import { remainingText, usualTime } from '../time/usual-time.ts'
import type { TimelineEntry } from './use-task-progress.ts'

/** Progress of a task from its events. */
export function TaskProgress({
  state,
  timeline,
  connection,
  call,
}: {
  state: TaskState
  timeline: readonly TimelineEntry[]
  connection: 'connected' | 'interrupted' | 'lost'
  call: OpenCallsResponse['calls'][number] | undefined
}) {
  const { data: status } = useQuery(statusQuery('month'))
  const now = useNow(true)
  const isConnected = connection === 'connected'
  const passedMs = call && now - Date.parse(call.created_at)
  return (
    <Panel className="min-h-80">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="flex items-baseline gap-2.5 font-serif text-lg font-semibold">
          <PulseDot />
          <span role="status">{stateTexts[state]}</span>
        </h2>
        {passedMs !== undefined && <Elapsed ms={passedMs} />}
      </div>
      <div className="mt-2 max-w-prose space-y-2 text-sm text-quiet">
        <p className="min-h-10 sm:min-h-5">
          {call && passedMs !== undefined && remainingText(usualTime(status, call), passedMs)}
        </p>
        <p role="status" className={classes('min-h-10 sm:min-h-5', !isConnected && 'text-warn')}>
          {isConnected
            ? 'You can close this page. Find the task later under Tools.'
            : 'Connection interrupted. Reconnecting; the task keeps running.'}
        </p>
      </div>
      {timeline.length > 0 && <Timeline timeline={timeline} />}
    </Panel>
  )
}

function Timeline({ timeline }: { timeline: readonly TimelineEntry[] }) {
  return (
    <ol aria-label="Progress" className="mt-5 space-y-2 border-l border-rule pl-5">
      {timeline.map(({ number, stage, counts }) => {
        const isLast = number === timeline.length
        return (
          <li key={number} className="relative text-sm">
            <span className="absolute top-1 -left-[1.6875rem] grid size-3.5 place-items-center rounded-full bg-raised">
              {isLast ? <PulseDot /> : <Check className="size-3.5 text-good" aria-hidden="true" />}
            </span>
            <span className={isLast ? 'font-medium' : 'text-quiet'}>{stageText(stage)}</span>{' '}
            <span className="ml-1 text-quiet tabular-nums">{countsText(counts)}</span>
          </li>
        )
      })}
    </ol>
  )
}
