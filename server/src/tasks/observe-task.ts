import type { TaskState } from '@footnote/contract/responses'
import { refundCauseOf } from './judge-poll.ts'
import type { TaskDependencies } from './retrieve-task.ts'
import { chargeOf, type TaskRow } from './task-row.ts'

/** Polls a task without returning its result, and refunds it if it has failed. */
export async function observeTask(
  deps: TaskDependencies,
  task: TaskRow,
  options?: { readonly isScheduled: boolean },
): Promise<TaskState> {
  const taken = await deps.pollTask(task, options)
  const cause = refundCauseOf(task, taken, deps)
  if (!cause) return taken.recorded.state
  const { state } = await deps.settle({ ...chargeOf(task), outcome: 'refunded', cause })
  return state === 'refunded' ? 'failed' : 'completed'
}
