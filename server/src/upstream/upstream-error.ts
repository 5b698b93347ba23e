import type { RefundCause } from '@footnote/contract/refund-causes'

/** A call that did not succeed upstream. It carries a cause, never the upstream's own words. */
export class UpstreamError extends Error {
  override name = 'UpstreamError'
  readonly refundCause: RefundCause

  constructor(refundCause: RefundCause, options: ErrorOptions = {}) {
    super(refundCause, options)
    this.refundCause = refundCause
  }
}
