import type { RefundCause } from '@footnote/contract/refund-causes'
import type { TakenLook } from './look-at-task.ts'
import type { TaskRow } from './task-row.ts'

/** "Task not found" must be heard this often before it counts. */
const MISSING_LOOKS = 3

/**
 * Whether a look ends a task with a refund. A task that was seen completed stays so, and a result
 * that was delivered is paid: for those a bad look is only a look.
 */
export function refundCauseOf(
  task: TaskRow,
  { look, recorded }: TakenLook,
  { taskMissingMs }: { taskMissingMs: number },
): RefundCause | undefined {
  if (recorded.state === 'completed' || task.charge_state !== 'held') return undefined
  if (look.kind === 'failed') return look.reason ?? 'task_failed'
  if (
    look.kind === 'missing' &&
    recorded.missing_count >= MISSING_LOOKS &&
    (recorded.missing_ms ?? 0) >= taskMissingMs
  ) {
    return 'task_missing'
  }
  return undefined
}
