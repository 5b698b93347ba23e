import type { TaskResponse } from '@footnote/contract/responses'
import type { OpenCallsResponse } from '@footnote/contract/site/responses'
import { useEffect } from 'react'
import type { HistoryRun } from '../../../history/history-run.ts'
import { useHistory } from '../tool-memory.tsx'

interface EndedTask {
  readonly taskId: string
  /** Undefined until it has ended. */
  readonly task: TaskResponse | undefined
  readonly call: OpenCallsResponse['calls'][number] | undefined
}

/** Keeps the outcome of a task in the history. Returns the task's entry. */
export function useKeptTask({ taskId, task, call }: EndedTask): HistoryRun | undefined {
  const { history, status, runs } = useHistory()
  const kept = runs.find(({ id }) => id === taskId)
  useEffect(() => {
    if (!task || status !== 'on' || (kept && kept.outcome.kind !== 'open')) return
    const known = kept ?? (call && toEntry(call))
    if (known) void history?.keep({ ...known, outcome: outcomeOf(task) })
  }, [history, status, kept, task, call])
  return kept
}

/** An entry for a task that was started elsewhere. */
function toEntry(call: NonNullable<EndedTask['call']>): Omit<HistoryRun, 'outcome'> {
  const { request_id: id, tool, effort, cost_units: costUnits, created_at: createdAt } = call
  const startedAt = Date.parse(createdAt)
  return { id, tool, effort, costUnits, startedAt, isTask: true, isStarred: false }
}

function outcomeOf({ result, message = 'The task failed.' }: TaskResponse): HistoryRun['outcome'] {
  return result ? { kind: 'result', result } : { kind: 'failed', message, isRefunded: true }
}
