import type { RefundCause } from '../wallet/settle.ts'

/** A call that did not succeed upstream. It carries a cause, never the upstream's words. */
export class UpstreamError extends Error {
  override name = 'UpstreamError'
  readonly refundCause: RefundCause

  constructor(refundCause: RefundCause, options?: ErrorOptions) {
    super(refundCause, options)
    this.refundCause = refundCause
  }
}
