/** What a request may take before it is one. */
export const transportLimits = {
  headerBytes: 16_384,
  headersMs: 15_000,
  requestMs: 30_000,
  /**
   * Room for the longest input in the widest characters and full lists of the longest domains, which a
   * service in front may have lengthened by spelling them out.
   */
  bodyBytes: 524_288,
} as const
