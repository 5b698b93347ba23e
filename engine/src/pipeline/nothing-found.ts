import type { SourcePolicy } from '../policy/source-policy.ts'
import { NoResult } from '../research.ts'

/** Why there is no answer, and what to do about it. */
export function nothingFound(policy: SourcePolicy, unreached: ReadonlySet<string>): NoResult {
  if (unreached.size > 0) {
    const message =
      'A source that may have the answer could not be reached: ask again in a few minutes.'
    return new NoResult(message, { isTemporary: true })
  }
  const isLimited =
    policy.includeDomains.length > 0 ||
    policy.excludeDomains.length > 0 ||
    policy.publishedFrom !== undefined ||
    policy.publishedTo !== undefined ||
    policy.country !== undefined ||
    policy.language !== undefined
  return new NoResult(isLimited ? LIMITED : UNSUPPORTED)
}

const LIMITED =
  'No source within the source controls supports an answer: loosen freshness, domains, country or language.'
const UNSUPPORTED =
  'No source supports an answer: add documents about it to the library, or ask about something it holds.'
