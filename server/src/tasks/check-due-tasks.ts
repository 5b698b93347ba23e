import { observeTask } from './observe-task.ts'
import type { TaskDependencies } from './retrieve-task.ts'
import { claimDueTasks, type TaskRow } from './task-row.ts'

const MOST_AT_ONCE = 32

/**
 * The service's own look at unfinished tasks, so that a task ends also when nobody polls it and the
 * process that accepted it is gone. Returns how many tasks were due.
 */
export async function checkDueTasks(deps: TaskDependencies): Promise<number> {
  const due = await claimDueTasks(deps.database, MOST_AT_ONCE)
  await Promise.all(due.map(task => (task.expired ? endTask(deps, task) : observeTask(deps, task))))
  return due.length
}

/**
 * The verdict on a task whose time is up: paid if it finished upstream, although nobody fetched it;
 * refunded if it did not. While the upstream cannot say, the charge's deadline sets the end.
 */
async function endTask(deps: TaskDependencies, task: TaskRow): Promise<void> {
  if (task.result_seen) {
    await deps.settle({ chargeId: task.id, outcome: 'captured' })
    return
  }
  const { look } = await deps.lookAtTask(task)
  if (look.kind === 'completed') {
    await deps.settle({ chargeId: task.id, outcome: 'captured' })
  } else if (look.kind !== 'unavailable') {
    await deps.settle({ chargeId: task.id, outcome: 'refunded', cause: 'task_expired' })
  }
}
