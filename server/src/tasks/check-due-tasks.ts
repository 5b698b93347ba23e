import { observeTask } from './observe-task.ts'
import type { TaskDependencies } from './retrieve-task.ts'
import { chargeOf, claimDueTasks, type TaskRow } from './task-row.ts'

const MOST_AT_ONCE = 128

/**
 * Schedules polls of unfinished tasks, so that a task ends even if no client polls it and the
 * process that accepted it is gone. The function it returns starts the due polls without waiting
 * for them: an upstream that does not respond must not delay the tasks of another.
 */
export function createCheckDueTasks(
  deps: TaskDependencies,
  { closing, onError }: { closing: AbortSignal; onError: (error: unknown) => void },
): () => Promise<void> {
  let running = 0

  async function check(task: TaskRow): Promise<void> {
    running += 1
    try {
      await (task.expired ? endTask(deps, task) : observeTask(deps, task, { isScheduled: true }))
    } catch (error) {
      onError(error)
    } finally {
      running -= 1
    }
  }

  return async () => {
    // A shutdown waits for running polls; due ones can wait for another process.
    if (closing.aborted || running >= MOST_AT_ONCE) return
    for (const task of await claimDueTasks(deps.database, MOST_AT_ONCE - running)) void check(task)
  }
}

/**
 * Settles an expired task: paid if it completed upstream, even if nobody fetched it; refunded if
 * not. While the upstream cannot say, the charge's deadline sets the end.
 */
async function endTask(deps: TaskDependencies, task: TaskRow): Promise<void> {
  if (task.result_seen) {
    await deps.settle({ ...chargeOf(task), outcome: 'captured' })
    return
  }
  const { look } = await deps.pollTask(task, { isScheduled: true })
  if (look.kind === 'completed') {
    await deps.settle({ ...chargeOf(task), outcome: 'captured' })
  } else if (look.kind !== 'unavailable') {
    await deps.settle({ ...chargeOf(task), outcome: 'refunded', cause: 'task_expired' })
  }
}
