import type { SourcePolicy } from '../policy/source-policy.ts'

/** The policy's window of dates as search services write it; none has pages of tomorrow. */
export function freshnessRange(
  { publishedFrom, publishedTo }: SourcePolicy,
  now: Date,
): string | undefined {
  if (publishedFrom === undefined || publishedTo === undefined) return undefined
  const today = now.toISOString().slice(0, 10)
  const end = publishedFrom <= today && today < publishedTo ? today : publishedTo
  return `${publishedFrom}to${end}`
}
