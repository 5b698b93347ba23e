import { operations } from '@footnote/contract/operations'
import { type RefundCause, refundMessage } from '@footnote/contract/refund-causes'
import type { Billing, RefundedBilling } from '@footnote/contract/responses'
import { toUsd, toWireUnits } from '@footnote/contract/units'
import { ApiError } from '../api-error.ts'
import { NotSentError } from '../database/batch.ts'
import { callPath } from './call-path.ts'
import type { CallRow } from './find-call.ts'
import type { PaidCall } from './paid.ts'

interface Bill {
  readonly requestId: string
  readonly price: { readonly costUnits: bigint }
}

/** The bill of a call, whose cost and balance are in wallet units. */
export function billing({ requestId, price: { costUnits } }: Bill, balanceUnits: bigint): Billing {
  return {
    request_id: requestId,
    cost_usd: toUsd(costUnits),
    cost_units: toWireUnits(costUnits),
    balance_usd: toUsd(balanceUnits),
  }
}

/** The bill of a stored call, with the balance of now. */
export function billOf(call: CallRow): Billing {
  return billing(storedBill(call), call.balance_units)
}

/** The refund of a stored call, with the balance of now. */
export function refundOf(call: CallRow): RefundedBilling {
  return refundedBilling(storedBill(call), call.balance_units)
}

/** Says why a completed call comes without its result. */
export function missingText({ request_id, task_state }: CallRow): string {
  if (task_state === null) {
    return 'The call completed and was paid, but its result is no longer held.'
  }
  const path = operations.retrieve_task.path.replace('{task_id}', request_id)
  return `The task completed. Retrieve its result with GET ${path}.`
}

/** The error that tells the caller of a stored call that it was refunded, and why. */
export function refundedCall(call: CallRow): ApiError {
  return new ApiError('QUERY_FAILED_REFUNDED', {
    message: refundMessage(call.refund_cause),
    billing: refundOf(call),
  })
}

function storedBill({ request_id: requestId, cost_units: costUnits }: CallRow): Bill {
  return { requestId, price: { costUnits } }
}

/** The cause is null if another process refunded the call; the caller then gets the general message. */
export function refunded(
  call: PaidCall,
  balanceUnits: bigint,
  cause: RefundCause | null = null,
): ApiError {
  return new ApiError('QUERY_FAILED_REFUNDED', {
    message: refundMessage(cause),
    billing: refundedBilling(call, balanceUnits),
  })
}

function refundedBilling(
  { requestId, price: { costUnits } }: Bill,
  balanceUnits: bigint,
): RefundedBilling {
  return {
    request_id: requestId,
    cost_usd: 0,
    cost_units: 0,
    refunded_usd: toUsd(costUnits),
    refunded_units: toWireUnits(costUnits),
    balance_usd: toUsd(balanceUnits),
  }
}

/** Without a number of milliseconds, a call that came now would be taken. */
export function unavailable(refusalMs = 0): ApiError {
  const retryAfterSeconds = Math.max(Math.ceil(refusalMs / 1_000), 1)
  return new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds })
}

/** If the outcome is unknown, the contract's message sends the caller to the usage history. */
export function notDebited(error: unknown): ApiError {
  if (!(error instanceof NotSentError)) return new ApiError('BILLING_UNAVAILABLE')
  return new ApiError('BILLING_UNAVAILABLE', {
    message:
      'Billing is unavailable right now, so this call was not started or charged. Wait the number of seconds in Retry-After, then send it again.',
    retryAfterSeconds: Math.ceil(error.retryAfterMs / 1_000),
  })
}

export function insufficient(call: PaidCall, balanceUnits: bigint): ApiError {
  return new ApiError('INSUFFICIENT_BALANCE', amounts(call, balanceUnits))
}

export function accountRefused(call: PaidCall, state: string, balanceUnits: bigint): ApiError {
  return new ApiError('INSUFFICIENT_BALANCE', {
    message: `The account is ${state}, so nothing can be spent from its wallet; contact support.`,
    ...amounts(call, balanceUnits),
  })
}

export function idUsed({ requestId }: PaidCall): ApiError {
  return new ApiError('INVALID_REQUEST', {
    message: `Your account has already made a call with this Footnote-Request-Id, so nothing was charged. GET ${callPath(requestId)} shows how that call ended; choose another ID for a new call.`,
    errors: [{ path: '', message: 'has a Footnote-Request-Id that was used before' }],
  })
}

/** The window ends by the database's clock, so by this process's clock the wait is an estimate. */
export function refundLimited(windowEndsAt: Date | null): ApiError {
  const leftMs = (windowEndsAt?.getTime() ?? 0) - Date.now()
  const retryAfterSeconds = Math.min(Math.max(Math.ceil(leftMs / 1_000), 1), 3_600)
  const message = `Too many of your account's calls were refunded in the past hour, so this one was not started or charged. Try again in ${Math.ceil(retryAfterSeconds / 60)} min.`
  return new ApiError('RATE_LIMITED', { message, retryAfterSeconds })
}

function amounts(call: PaidCall, balanceUnits: bigint) {
  return { required_usd: toUsd(call.price.costUnits), balance_usd: toUsd(balanceUnits) }
}
