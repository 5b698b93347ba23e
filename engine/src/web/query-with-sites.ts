import type { SourcePolicy } from '../policy/source-policy.ts'
import { cutQuery, type QueryLimits } from './cut-query.ts'

/** More make a query that services misunderstand; the results are filtered in any case. */
const MOST_SITES = 5

/** A query with the policy's domains in it, for services that take them no other way. */
export function queryWithSites(
  text: string,
  { policy, maxCharacters, maxWords }: QueryLimits & { readonly policy: SourcePolicy },
): string {
  const sites = siteOperators(policy)
  if (sites.length === 0) return cutQuery(text, { maxCharacters, maxWords })
  const operators = sites.join(' ')
  const words = cutQuery(text, {
    maxCharacters: maxCharacters - operators.length - 1,
    ...(maxWords !== undefined && { maxWords: maxWords - operators.split(' ').length }),
  })
  return `${words} ${operators}`
}

function siteOperators({ includeDomains, excludeDomains }: SourcePolicy): string[] {
  if (includeDomains.length > MOST_SITES) return []
  if (includeDomains.length > 1) {
    return [`(${includeDomains.map(domain => `site:${domain}`).join(' OR ')})`]
  }
  if (includeDomains.length === 1) return includeDomains.map(domain => `site:${domain}`)
  return excludeDomains.slice(0, MOST_SITES).map(domain => `-site:${domain}`)
}
