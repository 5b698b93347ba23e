import { NoResult } from '../research.ts'
import { TimeLimitReached } from '../runs/bound-research.ts'
import { failures } from '../runs/failures.ts'
import { transportLimits } from './transport-limits.ts'
import { badFields, outOfReach, refused, WireError } from './wire-error.ts'

/** What is told of an error, and undefined for a fault of ours. */
export function toWireError(error: unknown): WireError | undefined {
  if (error instanceof WireError) return error
  if (error instanceof NoResult) {
    const { reason, message } = error
    return reason === 'source_unreachable' ? outOfReach(message) : refused(message, reason)
  }
  if (error instanceof TimeLimitReached) {
    return new WireError(504, { detail: failures.time_limit, reason: 'time_limit' })
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new WireError(413, {
        detail: `The body must have at most ${transportLimits.bodyBytes} bytes.`,
      })
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return badFields([
        { type: 'json_invalid', loc: ['body'], msg: 'The body is not as long as announced' },
      ])
    case 'FST_ERR_BAD_URL':
      return new WireError(404, { detail: 'Not Found' })
    default:
      return undefined
  }
}

export const UNEXPECTED = new WireError(500, { detail: 'Internal Server Error' })
