import { errorBody } from '../api-error.ts'
import { billOf, refundedCall } from './call-errors.ts'
import type { HeldResults } from './held-results.ts'
import type { ReadCall } from './read-call.ts'

/** The end of a call, as the reply to its POST. */
export interface TakenResult {
  readonly status: number
  readonly body: object
  /** The charge whose held result this is. `HeldResults.sent` must follow. */
  readonly chargeId?: string
}

/**
 * Takes the result of a call that has ended, to be sent by another reply than that of its POST. Returns undefined
 * if it was dropped and refunded since the call was read.
 */
export function takeResult(
  results: Pick<HeldResults, 'find' | 'sending'>,
  read: ReadCall,
): TakenResult | undefined {
  const { call } = read
  if (read.kind === 'failed') {
    const error = refundedCall(call)
    return { status: error.status, body: errorBody(error, call.request_id) }
  }
  const result = read.kind === 'completed' ? results.find(call.charge_id) : undefined
  if (result === undefined || result === 'withheld') return undefined
  results.sending(call.charge_id)
  return {
    status: 200,
    body: { ...result, billing: billOf(call) },
    chargeId: call.charge_id,
  }
}
