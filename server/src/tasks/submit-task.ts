import type { ValidRequest } from '@footnote/contract/requests'
import type { Billing } from '@footnote/contract/responses'
import { billing } from '../calls/call-errors.ts'
import type { PaidCall } from '../calls/paid.ts'
import {
  type CallDependencies,
  debitCall,
  refundCall,
  refundOnFailure,
  runAdmitted,
  withhold,
} from '../calls/paid-call.ts'
import { retryUntil } from '../database/retry-until.ts'
import { queueTask } from './queue-task.ts'

export interface SubmitDependencies extends CallDependencies {
  readonly taskLifetimeMs: number
  readonly taskVerdictMs: number
}

export interface Submission {
  readonly taskId: string
  readonly expiresAt: Date
  readonly billing: Billing
}

/** Debits and stores the task in one transaction, submits it upstream, then queues it. */
export async function submitTask(
  deps: SubmitDependencies,
  call: PaidCall,
  request: ValidRequest<'research'>,
): Promise<Submission> {
  return runAdmitted(deps, { ...call, isTask: true }, async (upstream, turn) => {
    const { balanceUnits, expiresAt, isOurs } = await debitCall(deps, call, {
      lifetimeMs: deps.taskLifetimeMs,
      upstreamId: upstream.id,
      structured: request.output_schema !== undefined,
    })
    const { remoteId, endsAt } = await refundOnFailure(deps, call, async () => {
      if (!expiresAt) throw new Error('a task was debited without an expiry')
      return { remoteId: await upstream.submit(request, { ...turn, isOurs }), endsAt: expiresAt }
    })
    const deadline = turn.endsAt + deps.settleGraceMs
    const isQueued = await retryUntil({ deadline, signal: deps.inFlight.stopping }, () =>
      queueTask(deps.database, {
        taskId: call.chargeId,
        remoteId,
        verdictMs: deps.taskVerdictMs,
      }),
    )
    // If it was queued after all, the caller does not know and must not pay for it.
    if (isQueued === undefined) throw await withhold(deps, call, 'queueing_unknown')
    // It was refunded meanwhile; this only reads the balance.
    if (!isQueued) throw await refundCall(deps, call, 'upstream_timeout')
    return { taskId: call.requestId, expiresAt: endsAt, billing: billing(call, balanceUnits) }
  })
}
