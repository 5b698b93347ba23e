import { normalizeLine } from '../extract/normalize-text.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import { detectLanguage } from '../text/detect-language.ts'
import type { WebQuery } from './search-service.ts'

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

/** As many whole words of a query as a service takes. */
export function cutQuery(
  text: string,
  { maxCharacters, maxWords = Number.POSITIVE_INFINITY }: QueryLimits,
): string {
  const kept: string[] = []
  let length = 0
  for (const word of normalizeLine(text).split(' ')) {
    length += word.length + (kept.length > 0 ? 1 : 0)
    if (length > maxCharacters || kept.length >= maxWords) break
    kept.push(word)
  }
  // Some languages write without spaces, and some things that are no words are very long.
  return kept.length > 0
    ? kept.join(' ')
    : normalizeLine(text).slice(0, maxCharacters).toWellFormed()
}

interface QueryLimits {
  readonly maxCharacters: number
  readonly maxWords?: number | undefined
}

/** The language that results are wanted in: as the policy says, or else that of the query. */
export function queryLanguage({ text, policy }: WebQuery): string | undefined {
  return policy.language ?? detectLanguage(text)
}

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
