import { ApiError } from '../api-error.ts'
import { askUpstream, tooLate } from '../calls/cancel-call.ts'
import type { InFlight } from '../calls/in-flight.ts'
import type { UpstreamRegistry } from '../upstream/upstream-registry.ts'
import {
  failedTask,
  type RetrievedTask,
  requireTask,
  settleTask,
  type TaskDependencies,
} from './retrieve-task.ts'
import { chargeOf } from './task-row.ts'

export interface CancelTaskDependencies extends TaskDependencies {
  readonly upstreams: UpstreamRegistry
  readonly inFlight: InFlight
  readonly pollMs: number
}

/**
 * Cancels a task. It is refunded exactly if the upstream confirms that it stopped before a result. If this
 * process dies before the refund, the next poll finds the task cancelled and refunds it.
 */
export async function cancelTask(
  deps: CancelTaskDependencies,
  owner: { taskId: string; accountId: string },
): Promise<RetrievedTask> {
  const task = await requireTask(deps.database, owner)
  if (task.state === 'failed') return failedTask(task)
  if (task.state === 'completed') throw tooLate()
  const { upstream_id, remote_id: remoteId, account_id: queue } = task
  // The upstream has not accepted it yet, and will within seconds.
  if (remoteId === null) throw new ApiError('JOB_POLL_FAILED')
  const upstream = await deps.upstreams.find(upstream_id)
  const isStopped =
    upstream &&
    (await askUpstream(deps, budget => upstream.cancel({ remoteId }, { ...budget, queue })))
  if (!isStopped) throw new ApiError('CANNOT_CANCEL')
  const settlement = { ...chargeOf(task), outcome: 'refunded', cause: 'cancelled' } as const
  if ((await settleTask(deps, settlement)) !== 'refunded') throw tooLate()
  return failedTask(await requireTask(deps.database, owner))
}
