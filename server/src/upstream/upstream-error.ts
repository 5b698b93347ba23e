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

/** For a call that was still waiting: its silence is ours, not the upstream's. */
export function toWaitError({ reason }: AbortSignal): UpstreamError {
  return reason instanceof UpstreamError ? reason : new UpstreamError('not_sent')
}
