import type { RefundCause } from '@footnote/contract/refund-causes'
import type { TakenLook } from './poll-task.ts'
import type { TaskRow } from './task-row.ts'

/** Times "task not found" must be reported before it counts. */
const MISSING_LOOKS = 3

/**
 * Decides whether a poll ends a task with a refund. A task that was seen completed stays so, and a
 * delivered result is paid: a bad poll changes neither.
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
