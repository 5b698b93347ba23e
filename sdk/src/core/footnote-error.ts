/**
 * Whether a failed call cost money. If `unknown`, check `usage()` before you retry. Polling a task is free,
 * so its errors say `not_charged` even though the task itself was charged.
 */
export type Money = 'not_charged' | 'refunded' | 'charged' | 'unknown'

/** Properties of a FootnoteError. */
export interface ErrorDetails<Code extends string = string> {
  readonly code: Code
  readonly money: Money
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly cause?: unknown
}

/** Base class of every error about a call. A `TypeError` or `RangeError` reports wrong arguments. */
export class FootnoteError<Code extends string = string> extends Error {
  static {
    FootnoteError.prototype.name = 'FootnoteError'
  }
  /** Machine-readable error code. */
  readonly code: Code
  /** Whether the call cost money. */
  readonly money: Money
  /** HTTP status of the reply, if there was one. */
  readonly status: number | undefined
  /** ID of the call in `usage()`. Include it when you ask for help. */
  readonly requestId: string | undefined

  constructor(message: string, { code, money, status, requestId, cause }: ErrorDetails<Code>) {
    super(message, cause === undefined ? {} : { cause })
    this.code = code
    this.money = money
    this.status = status
    this.requestId = requestId
  }
}
