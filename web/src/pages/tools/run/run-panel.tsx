import { stageText } from '@footnote/contract/progress-text'
import { useQuery } from '@tanstack/react-query'
import { statusQuery } from '../../../api/queries.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Elapsed, PulseDot, useNow } from '../time/elapsed.tsx'
import { remainingText, usualTime } from '../time/usual-time.ts'
import { questionOf } from '../tool-request.ts'
import { CancelButton } from './cancel-button.tsx'
import { FoundBeside } from './found-so-far.tsx'
import { RunHeading } from './run-heading.tsx'
import { Stages } from './stages.tsx'
import type { Run } from './tool-run.ts'

/** Progress of a running call, with the elapsed and the usual time. */
export function RunPanel({ run }: { run: Run }) {
  const { data: status } = useQuery(statusQuery('month'))
  const passedMs = useNow(true) - run.startedAt
  return (
    <Panel>
      <RunHeading
        question={run.request && questionOf(run.request)}
        tool={run.tool}
        effort={run.effort}
      />
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="flex items-baseline gap-2.5 font-serif text-lg font-semibold">
          <PulseDot />
          <span role="status">{whatHappens(run)}</span>
        </h2>
        <Elapsed ms={passedMs} />
      </div>
      <div className="mt-2 max-w-prose space-y-2 text-sm text-quiet">
        {!run.becomesTask && <p>{remainingText(usualTime(status, run), passedMs)}</p>}
        <p>
          {run.becomesTask
            ? 'The task page opens as soon as the task is accepted.'
            : 'Keep this tab open; you can visit other Footnote pages in the meantime. If you close it, you may lose the result. You pay only if the call succeeds.'}
        </p>
      </div>
      {!run.becomesTask && (
        <div className="mt-5 lg:grid lg:grid-cols-2 lg:gap-8">
          <div>
            <Stages timeline={run.timeline ?? []} />
            {run.requestId !== undefined && <CancelButton requestId={run.requestId} />}
          </div>
          <FoundBeside {...run} />
        </div>
      )}
    </Panel>
  )
}

function whatHappens(run: Run): string {
  if (run.requestId === undefined) return 'Sending your question'
  if (!run.isConnected) return 'Reconnecting to the call'
  if (run.becomesTask) return 'Starting the task'
  const stage = run.timeline?.at(-1)?.stage
  if (stage !== undefined) return stageText(stage)
  if (run.tool === 'answer') return 'Searching and answering'
  return 'Researching and writing'
}
