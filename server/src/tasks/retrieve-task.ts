import { refundMessage } from '@footnote/contract/refund-causes'
import type { ChargeState, Output, TaskState } from '@footnote/contract/responses'
import type { Database } from '@footnote/platform/database/connect'
import { ApiError } from '../api-error.ts'
import type { Batcher } from '../database/batch.ts'
import type { Settled, Settlement } from '../wallet/settle.ts'
import { refundCauseOf } from './judge-poll.ts'
import type { PollTask } from './poll-task.ts'
import { chargeOf, findTask, type TaskRow } from './task-row.ts'

export interface TaskDependencies {
  readonly database: Database
  readonly settle: Batcher<Settlement, Settled>
  readonly pollTask: PollTask
  readonly taskMissingMs: number
}

export interface RetrievedTask {
  readonly taskId: string
  readonly state: TaskState
  readonly expiresAt: Date
  /** Present only if completed. */
  readonly output?: Output
  /** Reason for the refund; present only if it failed. */
  readonly message?: string
}

/**
 * Returns the task as it is now. Returning a result for the first time captures its charge; a HEAD
 * returns no result.
 */
export async function retrieveTask(
  deps: TaskDependencies,
  owner: { taskId: string; accountId: string },
  { handOut }: { handOut: boolean },
): Promise<RetrievedTask> {
  const task = await requireTask(deps.database, owner)
  const inState = (state: TaskState) => ({
    taskId: task.request_id,
    state,
    expiresAt: task.expires_at,
  })
  if (task.state === 'failed') return failedTask(task)
  if (task.state === 'submitting') return inState('submitting')

  const taken = await deps.pollTask(task)
  const { look, recorded } = taken
  if (look.kind === 'completed') {
    if (!handOut) return inState('completed')
    const isPaid =
      task.charge_state === 'captured' ||
      (await settleTask(deps, { ...chargeOf(task), outcome: 'captured' })) === 'captured'
    return isPaid ? { ...inState('completed'), output: look.output } : await failedMeanwhile()
  }
  const cause = refundCauseOf(task, taken, deps)
  if (cause) {
    const state = await settleTask(deps, { ...chargeOf(task), outcome: 'refunded', cause })
    // Another poll may have refunded it first, so everyone gets the stored cause.
    if (state === 'refunded') return await failedMeanwhile()
  }
  if (recorded.state === 'failed') return await failedMeanwhile()
  // Completed, but its result is unavailable now.
  if (look.kind !== 'unfinished' || recorded.state === 'completed') {
    throw new ApiError('JOB_POLL_FAILED')
  }
  return inState(recorded.state)

  async function failedMeanwhile(): Promise<RetrievedTask> {
    return failedTask(await requireTask(deps.database, owner))
  }
}

export function failedTask({ request_id, expires_at, refund_cause }: TaskRow): RetrievedTask {
  const message = refundMessage(refund_cause)
  return { taskId: request_id, state: 'failed', expiresAt: expires_at, message }
}

/** Returns the caller's own unexpired task, or throws the error that says why not. */
export async function requireTask(
  database: Database,
  owner: { taskId: string; accountId: string },
): Promise<TaskRow> {
  const task = await findTask(database, owner)
  if (!task) throw new ApiError('JOB_NOT_FOUND')
  if (task.expired) throw new ApiError('JOB_EXPIRED')
  return task
}

/** Stores the state before returning it; the next GET may retry. */
export async function settleTask(
  deps: Pick<TaskDependencies, 'settle'>,
  settlement: Settlement,
): Promise<ChargeState> {
  try {
    return (await deps.settle(settlement)).state
  } catch {
    throw new ApiError('JOB_POLL_FAILED')
  }
}
