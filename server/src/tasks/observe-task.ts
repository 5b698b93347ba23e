import type { TaskState } from '@footnote/contract/responses'
import type { Look } from '../upstream/read-reply.ts'
import { refundCauseOf } from './judge-look.ts'
import { recordLook } from './record-look.ts'
import type { TaskDependencies } from './retrieve-task.ts'
import type { TaskRow } from './task-row.ts'

/** Looks at a task without handing out its result, and refunds it if it has failed. */
export async function observeTask(deps: TaskDependencies, task: TaskRow): Promise<TaskState> {
  const look = await deps.lookAtTask(task)
  const recorded = await recordLook(deps.database, {
    taskId: task.id,
    seen: seenState(look),
    goodResult: look.kind === 'completed',
    missing: look.kind === 'missing',
  })
  const cause = refundCauseOf(task, look, { recorded, missingMs: deps.taskMissingMs })
  if (!cause) return recorded.state
  const { state } = await deps.settle({ chargeId: task.id, outcome: 'refunded', cause })
  return state === 'refunded' ? 'failed' : 'completed'
}

function seenState(look: Look): TaskState | null {
  if (look.kind === 'completed') return 'completed'
  return look.kind === 'unfinished' ? look.state : null
}
