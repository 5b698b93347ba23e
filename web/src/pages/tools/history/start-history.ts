import { priceOf } from '@footnote/contract/prices'
import type { Tool } from '@footnote/contract/tools'
import { createHistory, type History } from '../../../history/history.ts'
import type { HistoryOwner } from '../../../history/history-database.ts'
import type { HistoryRun } from '../../../history/history-run.ts'
import type { Run, ToolRun } from '../run/tool-run.ts'

/** Opens the history of an account and keeps every call of the tools in it. */
export function startHistory(
  owner: HistoryOwner,
  runs: Readonly<Record<Tool, ToolRun>>,
): { readonly history: History; stop(): void } {
  const history = createHistory(owner)
  const stops = Object.values(runs).map(run => {
    let kept: string | undefined
    const keep = () => {
      const entry = toEntry(run.read())
      const state = entry && `${entry.id} ${entry.outcome.kind}`
      if (!entry || state === kept) return
      kept = state
      void history.keep(entry)
    }
    keep()
    return run.listen(keep)
  })
  return {
    history,
    stop() {
      for (const stop of stops) stop()
      history.close()
    },
  }
}

/** A call as an entry of the history; undefined before the service has accepted it. */
export function toEntry(run: Run | undefined): Omit<HistoryRun, 'isStarred'> | undefined {
  if (!run) return undefined
  const { tool, effort, request, startedAt, end } = run
  const accepted = end?.kind === 'result' ? idOf(end.result) : run.requestId
  if (accepted === undefined) return undefined
  const entry = {
    ...{ id: accepted, tool, effort, request, startedAt },
    isTask: run.becomesTask,
    costUnits: Number(priceOf(tool, effort).costUnits),
  }
  if (end?.kind === 'failure')
    return {
      ...{ ...entry, endedAt: Date.now() },
      outcome: {
        kind: 'failed',
        message: end.failure.message,
        isRefunded: end.failure.code === 'QUERY_FAILED_REFUNDED',
      },
    }
  // A lost call may have succeeded; the entry stays open until its result is seen.
  if (end?.kind !== 'result' || end.result.status === 202)
    return { ...entry, outcome: { kind: 'open' } }
  const { billing, ...result } = end.result.body
  return {
    ...{ ...entry, endedAt: Date.now(), costUnits: billing.cost_units },
    outcome: { kind: 'result', result },
  }
}

function idOf(result: Extract<Run['end'], { kind: 'result' }>['result']): string {
  return result.status === 202 ? result.body.task_id : result.body.billing.request_id
}
