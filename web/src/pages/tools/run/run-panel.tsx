import { useQuery } from '@tanstack/react-query'
import { statusQuery } from '../../../api/queries.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Elapsed } from '../time/elapsed.tsx'
import { PulseDot } from '../time/pulse-dot.tsx'
import { useNow } from '../time/use-now.ts'
import { remainingText, usualTime } from '../time/usual-time.ts'
import type { Run } from './tool-run.ts'

/** A call under way: what happens, how long it has taken, how long it usually takes. */
export function RunPanel({ run }: { run: Run }) {
  const { data: status } = useQuery(statusQuery('month'))
  const passedMs = useNow(true) - run.startedAt
  return (
    <Panel>
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
            ? 'You are led to the task as soon as it is taken.'
            : 'Keep this tab open; other pages of Footnote may be looked at meanwhile. After a reload the call may be picked up again while it runs; a result that comes without this page is lost. The money stays exact: the call is paid only if it succeeds.'}
        </p>
      </div>
    </Panel>
  )
}

function whatHappens(run: Run): string {
  if (run.requestId === undefined) return 'Sending the question'
  if (!run.isConnected) return 'Connecting again; the call runs on'
  if (run.becomesTask) return 'Handing over the task'
  if (run.tool === 'answer') return 'Searching and answering'
  return 'Researching and writing'
}
