import type { RefundCause } from '../wallet/settle.ts'

/** A call that did not succeed upstream. It carries a cause, never the upstream's words. */
export class UpstreamError extends Error {
  override name = 'UpstreamError'
  readonly refundCause: RefundCause
  /** The request itself was refused, so that the same one would be again. */
  readonly isLasting: boolean

  constructor(
    refundCause: RefundCause,
    { isLasting = false, ...options }: ErrorOptions & { readonly isLasting?: boolean } = {},
  ) {
    super(refundCause, options)
    this.refundCause = refundCause
    this.isLasting = isLasting
  }
}
