import { FootnoteError, type Money } from './footnote-error.ts'
import type { Output } from './wire.ts'

/** How far a call got before its connection failed. Only at `reply` can the request have been sent. */
export type FailedStage = 'connect' | 'tls' | 'reply'

interface NoReply {
  readonly money: Money
  readonly requestId?: string | undefined
  readonly cause?: unknown
}

/** The connection failed: the service was unreachable, or the reply was incomplete. */
export class ConnectionError extends FootnoteError<'NO_REPLY'> {
  static {
    ConnectionError.prototype.name = 'ConnectionError'
  }
  /** Stage at which the connection failed; before `reply`, nothing was sent. */
  readonly stage: FailedStage

  constructor(message: string, { stage, ...rest }: NoReply & { readonly stage: FailedStage }) {
    super(message, { code: 'NO_REPLY', ...rest })
    this.stage = stage
  }
}

/** The time limit of the call passed. */
export class TimeoutError extends FootnoteError<'TIMED_OUT'> {
  static {
    TimeoutError.prototype.name = 'TimeoutError'
  }
  constructor(message: string, details: NoReply) {
    super(message, { code: 'TIMED_OUT', ...details })
  }
}

/** Your signal was aborted; `cause` is its reason. */
export class AbortedError extends FootnoteError<'ABORTED'> {
  static {
    AbortedError.prototype.name = 'AbortedError'
  }
  constructor(message: string, details: NoReply) {
    super(message, { code: 'ABORTED', ...details })
  }
}

/** The reply did not come from Footnote. It came from a proxy or another service, for example. */
export class UnexpectedReplyError extends FootnoteError<'UNEXPECTED_REPLY'> {
  static {
    UnexpectedReplyError.prototype.name = 'UnexpectedReplyError'
  }
  /** Seconds to wait before a retry, from the Retry-After header. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    message: string,
    reply: {
      readonly status: number
      readonly money: Money
      readonly requestId?: string | undefined
      readonly retryAfterSeconds?: number | undefined
    },
  ) {
    super(message, { code: 'UNEXPECTED_REPLY', ...reply })
    this.retryAfterSeconds = reply.retryAfterSeconds
  }
}

/** The report was charged, but its content does not match your schema. */
export class OutputMismatchError extends FootnoteError<'OUTPUT_MISMATCH'> {
  static {
    OutputMismatchError.prototype.name = 'OutputMismatchError'
  }
  /** The report as received. */
  readonly output: Output

  constructor(
    message: string,
    { output, requestId, cause }: { output: Output; requestId: string; cause: unknown },
  ) {
    super(message, { code: 'OUTPUT_MISMATCH', money: 'charged', requestId, cause })
    this.output = output
  }
}
