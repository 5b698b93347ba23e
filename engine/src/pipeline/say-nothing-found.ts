import type { SourcePolicy } from '../policy/source-policy.ts'

/** Why there is no answer, and what to do about it. */
export function sayNothingFound(
  policy: SourcePolicy,
  { isCutOff }: { readonly isCutOff: boolean },
): string {
  if (isCutOff) {
    return 'No source could be reached that may have the answer: ask again in a few minutes.'
  }
  const isLimited =
    policy.includeDomains.length > 0 ||
    policy.excludeDomains.length > 0 ||
    policy.publishedFrom !== undefined ||
    policy.publishedTo !== undefined ||
    policy.country !== undefined ||
    policy.language !== undefined
  return isLimited
    ? 'No source within the source controls supports an answer: loosen freshness, domains, country or language.'
    : 'No source supports an answer: add documents about it to the library, or ask about something it holds.'
}
