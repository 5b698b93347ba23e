/** What a request may take before it is one; who exceeds it is told so in the same numbers. */
export const transportLimits = {
  headerKibibytes: 16,
  headersSeconds: 15,
  requestSeconds: 30,
} as const
