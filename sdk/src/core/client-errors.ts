import type { FailedStage } from './failed-stage.ts'
import { FootnoteError, type Money } from './footnote-error.ts'
import type { Output } from './wire.ts'

interface NoReply {
  readonly money: Money
  readonly cause?: unknown
}

/** The service could not be reached, or the connection broke before the reply was whole. */
export class ConnectionError extends FootnoteError<'NO_REPLY'> {
  static {
    ConnectionError.prototype.name = 'ConnectionError'
  }
  /** Stage at which it failed; before `reply` nothing was sent. */
  readonly stage: FailedStage

  constructor(message: string, { stage, money, cause }: NoReply & { readonly stage: FailedStage }) {
    super(message, { code: 'NO_REPLY', money, cause })
    this.stage = stage
  }
}

/** The time limit of the call has passed. */
export class TimeoutError extends FootnoteError<'TIMED_OUT'> {
  static {
    TimeoutError.prototype.name = 'TimeoutError'
  }
  constructor(message: string, { money, cause }: NoReply) {
    super(message, { code: 'TIMED_OUT', money, cause })
  }
}

/** The caller's signal was aborted; `cause` is its reason. */
export class AbortedError extends FootnoteError<'ABORTED'> {
  static {
    AbortedError.prototype.name = 'AbortedError'
  }
  constructor(message: string, { money, cause }: NoReply) {
    super(message, { code: 'ABORTED', money, cause })
  }
}

/** Something answered, but not as Footnote does: a proxy's page, a redirect, another service. */
export class UnexpectedReplyError extends FootnoteError<'UNEXPECTED_REPLY'> {
  static {
    UnexpectedReplyError.prototype.name = 'UnexpectedReplyError'
  }
  /** How long whoever answered asks to wait. */
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

/** The report is there and paid for, but its content is not what the given schema describes. */
export class OutputMismatchError extends FootnoteError<'OUTPUT_MISMATCH'> {
  static {
    OutputMismatchError.prototype.name = 'OutputMismatchError'
  }
  /** The report as it came. */
  readonly output: Output

  constructor(
    message: string,
    { output, requestId, cause }: { output: Output; requestId: string; cause: unknown },
  ) {
    super(message, { code: 'OUTPUT_MISMATCH', money: 'charged', requestId, cause })
    this.output = output
  }
}
