/**
 * What a call that ended in an error did to the wallet. Of `unknown` the usage history tells more:
 * look there before you send the call again. A look at a task does nothing to it, whatever the task
 * has cost.
 */
export type Money = 'not_charged' | 'refunded' | 'charged' | 'unknown'

export interface ErrorDetails<Code extends string = string> {
  readonly code: Code
  readonly money: Money
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly cause?: unknown
}

/** Whatever this library throws about a call; a `TypeError` is about how it was called. */
export class FootnoteError<Code extends string = string> extends Error {
  static {
    FootnoteError.prototype.name = 'FootnoteError'
  }
  /** What went wrong, for programs. */
  readonly code: Code
  readonly money: Money
  /** The status of the reply, where there was one. */
  readonly status: number | undefined
  /** Identifies the call in the usage history and to whoever runs the service. */
  readonly requestId: string | undefined

  constructor(message: string, { code, money, status, requestId, cause }: ErrorDetails<Code>) {
    super(message, cause === undefined ? {} : { cause })
    this.code = code
    this.money = money
    this.status = status
    this.requestId = requestId
  }
}
