import type { SourcePolicy } from '../policy/source-policy.ts'
import { NoResult } from '../research.ts'

/** Explains a missing answer by the request and the unreachable sources, never by what was read. */
export function nothingFound(policy: SourcePolicy, unreached: ReadonlySet<string>): NoResult {
  if (unreached.size > 0) return new NoResult('source_unreachable')
  const isLimited =
    policy.includeDomains.length > 0 ||
    policy.excludeDomains.length > 0 ||
    policy.publishedFrom !== undefined ||
    policy.publishedTo !== undefined ||
    policy.country !== undefined ||
    policy.language !== undefined
  return new NoResult(isLimited ? 'no_source_in_controls' : 'no_source')
}
