/**
 * Room for the longest input in the widest characters and full lists of the longest domains, which a
 * service in front may have lengthened by spelling them out.
 */
export const bodyLimits = { bytes: 524_288 } as const
