import type { RefundCause } from '../wallet/settle.ts'

interface UpstreamErrorOptions extends ErrorOptions {
  readonly isLasting?: boolean
  readonly reason?: string | undefined
}

/** A call that did not succeed upstream. It carries a cause, never the words of somebody else's upstream. */
export class UpstreamError extends Error {
  override name = 'UpstreamError'
  readonly refundCause: RefundCause
  /** The request itself was refused, so that the same one would be again. */
  readonly isLasting: boolean
  /** Why, in the words of our own engine, which hold nothing of the question. */
  readonly reason: string | undefined

  constructor(refundCause: RefundCause, options: UpstreamErrorOptions = {}) {
    super(refundCause, options)
    this.refundCause = refundCause
    this.isLasting = options.isLasting ?? false
    this.reason = options.reason
  }
}
