import { callName } from '@footnote/contract/tools'
import type { HistoryRun } from '../../../history/history-run.ts'
import { Badge } from '../../../ui/badge.tsx'
import { durationText } from '../../../ui/duration-text.ts'
import { Money } from '../../../ui/money.tsx'
import { Time } from '../../../ui/time.tsx'

/** Tool, cost, time and outcome of a run, on one line. */
export function RunFacts({ run }: { run: HistoryRun }) {
  const { startedAt, endedAt, outcome } = run
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-quiet">
      <span>{callName(run)}</span>
      <RunCost run={run} />
      <Time at={new Date(startedAt).toISOString()} />
      {endedAt !== undefined && <span>{durationText(endedAt - startedAt)}</span>}
      {outcome.kind === 'open' && <Badge tone="warn">No result yet</Badge>}
    </p>
  )
}

/** The cost of a run; a refunded one is struck through. */
export function RunCost({ run: { costUnits, outcome } }: { run: HistoryRun }) {
  if (outcome.kind !== 'failed') return <Money units={costUnits} />
  if (!outcome.isRefunded) return <Badge>Not charged</Badge>
  return (
    <span className="flex items-center gap-2">
      <s>
        <Money units={costUnits} />
      </s>
      <Badge>Refunded</Badge>
    </span>
  )
}
