import { stateTexts } from '@footnote/contract/progress-text'
import type { TaskState } from '@footnote/contract/responses'
import type { OpenCallsResponse } from '@footnote/contract/site/responses'
import { useQuery } from '@tanstack/react-query'
import { statusQuery } from '../../../api/queries.ts'
import { classes } from '../../../ui/classes.ts'
import { Panel } from '../../../ui/panel.tsx'
import { CancelButton } from '../run/cancel-button.tsx'
import { FoundBeside } from '../run/found-so-far.tsx'
import { RunHeading } from '../run/run-heading.tsx'
import { Stages } from '../run/stages.tsx'
import { Elapsed, PulseDot, useNow } from '../time/elapsed.tsx'
import { remainingText, usualTime } from '../time/usual-time.ts'
import type { Followed } from './use-task-progress.ts'

/** Progress of a task from its events. */
export function TaskProgress({
  taskId,
  question,
  state,
  followed: { timeline, connection, queries, sources },
  call,
  onCancelled,
}: {
  taskId: string
  question: string | undefined
  state: TaskState
  followed: Followed
  call: Pick<OpenCallsResponse['calls'][number], 'tool' | 'effort' | 'created_at'> | undefined
  onCancelled: () => unknown
}) {
  const { data: status } = useQuery(statusQuery('month'))
  const now = useNow(true)
  const isConnected = connection === 'connected'
  const passedMs = call && now - Date.parse(call.created_at)
  return (
    <Panel className="min-h-80">
      {call && <RunHeading question={question} tool={call.tool} effort={call.effort} />}
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
      <div className="mt-5 lg:grid lg:grid-cols-2 lg:gap-8">
        <div>
          <Stages timeline={timeline} />
          <CancelButton requestId={taskId} onCancelled={onCancelled} />
        </div>
        <FoundBeside queries={queries} sources={sources} />
      </div>
    </Panel>
  )
}
