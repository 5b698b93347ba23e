import type { UpstreamReason } from '@footnote/contract/refund-causes'
import { errorCode } from '@footnote/platform/error-code'
import { NoResult } from '../research.ts'
import { TimeLimitReached } from '../runs/bound-research.ts'
import { failures } from '../runs/run.ts'

/** One bad field in the wire's format. It never repeats the value that the caller sent. */
export interface FieldProblem {
  readonly type: string
  readonly loc: readonly (string | number)[]
  readonly msg: string
}

/** `reason` extends the wire format: a code for the service, which passes on nothing else. */
type WireErrorBody = { readonly reason?: UpstreamReason | undefined } & (
  | { readonly detail: string | readonly FieldProblem[] }
  | { readonly error: string }
)

/** An error that a caller may see. Any other error is a fault of the engine and stays inside. */
export class WireError extends Error {
  override name = 'WireError'
  readonly status: number
  readonly body: WireErrorBody
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: number,
    body: WireErrorBody,
    { retryAfterSeconds }: { retryAfterSeconds?: number } = {},
  ) {
    super(`status ${status}`)
    this.status = status
    this.body = body
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** For a valid body that asks for the impossible, or a question without an honest answer. */
export function refused(error: string, reason?: UpstreamReason): WireError {
  return new WireError(422, { error, reason })
}

export function badFields(detail: readonly FieldProblem[]): WireError {
  return new WireError(422, { detail })
}

export function taskNotFound(): WireError {
  return new WireError(404, { detail: 'Task not found' })
}

/** The reply to a call that its caller cancelled. */
export function callCancelled(): WireError {
  return new WireError(409, { detail: failures.cancelled, reason: 'cancelled' })
}

export function tooBusy(): WireError {
  return new WireError(
    429,
    { detail: 'Too many requests at once; send this one again in a moment.' },
    { retryAfterSeconds: 1 },
  )
}

export function shuttingDown(): WireError {
  return new WireError(
    503,
    { detail: 'The engine is shutting down; send the request again.' },
    { retryAfterSeconds: 5 },
  )
}

/** Returns the error to show a caller, or undefined for a fault of the engine. */
export function toWireError(error: unknown): WireError | undefined {
  if (error instanceof WireError) return error
  if (error instanceof NoResult) {
    const { reason, message: detail } = error
    // A service that the engine depends on may be back soon.
    const isSoon = reason === 'source_unreachable'
    return isSoon
      ? new WireError(424, { detail, reason }, { retryAfterSeconds: 60 })
      : refused(detail, reason)
  }
  if (error instanceof TimeLimitReached) {
    return new WireError(504, { detail: failures.time_limit, reason: 'time_limit' })
  }
  switch (errorCode(error)) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new WireError(413, {
        detail: `The body must have at most ${MOST_BODY_BYTES} bytes.`,
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

/** Holds the longest input in four-byte characters and full lists of the longest domains. */
export const MOST_BODY_BYTES = 524_288
