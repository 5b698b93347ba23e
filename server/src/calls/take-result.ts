import { errorBody } from '../api-error.ts'
import { billOf, refundedCall } from './call-errors.ts'
import type { HeldResults } from './held-results.ts'
import { checkLater, type ReadCall } from './read-call.ts'

/** The end of a call, as the reply to its POST. */
export interface TakenResult {
  readonly status: number
  readonly body: object
  /** The charge whose held result this is. `HeldResults.sent` must follow. */
  readonly chargeId?: string
}

/** Takes the result of a call that has ended, to be sent by another reply than that of its POST. */
export function takeResult(results: Pick<HeldResults, 'sending'>, read: ReadCall): TakenResult {
  const { call } = read
  if (read.kind === 'failed') {
    const error = refundedCall(call)
    return { status: error.status, body: errorBody(error, call.request_id) }
  }
  if (read.kind !== 'completed' || !read.result) throw checkLater()
  results.sending(call.charge_id)
  return {
    status: 200,
    body: { ...read.result, billing: billOf(call) },
    chargeId: call.charge_id,
  }
}
