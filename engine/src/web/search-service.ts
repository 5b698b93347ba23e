import { normalizeLine } from '../extract/normalize-text.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import { detectLanguage } from '../text/detect-language.ts'

/** A service that lists pages for a query. Only the pages are quoted, never the listing. */
export interface SearchService {
  readonly name: string
  /** Rejects if the service cannot be reached, refuses, or sends no listing. */
  search(query: WebQuery, options: SearchOptions): Promise<readonly WebResult[]>
  close(): Promise<void>
}

interface SearchOptions {
  readonly signal: AbortSignal
  /** Time limit; the service's default if absent. */
  readonly timeoutMs?: number
}

export interface WebQuery {
  readonly text: string
  /** Goes into the query as far as the service supports it; results are checked against all of it. */
  readonly policy: SourcePolicy
  readonly limit: number
}

export interface WebResult {
  readonly url: string
  readonly title: string
  readonly snippet?: string
  /** As YYYY-MM-DD. */
  readonly publishedOn?: string
}

/** Time limit for a listing. */
export const SEARCH_TIMEOUT_MS = 8_000

/**
 * Returns whether the policy may allow a page, judging by details known before it is read. A missing
 * date does not rule it out: the page itself may have one.
 */
export function mayAdmit(
  policy: SourcePolicy,
  { url, publishedOn = policy.publishedFrom }: { url: string; publishedOn?: string | undefined },
): boolean {
  return policy.admits({ url, ...(publishedOn !== undefined && { publishedOn }) })
}

/** Services misunderstand longer lists; the results are filtered in any case. */
const MOST_SITES = 5

/** Adds the policy's domains to a query, for services that take them no other way. */
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

/** Cuts a query to as many whole words as a service takes. */
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
  // Some languages have no spaces, and some tokens are very long.
  return kept.length > 0
    ? kept.join(' ')
    : normalizeLine(text).slice(0, maxCharacters).toWellFormed()
}

interface QueryLimits {
  readonly maxCharacters: number
  readonly maxWords?: number | undefined
}

/** Returns the language for the results: the policy's, or else that of the query. */
export function queryLanguage({ text, policy }: WebQuery): string | undefined {
  return policy.language ?? detectLanguage(text)
}

/** Writes the policy's window of dates as search services do, up to today. */
export function freshnessRange(
  { publishedFrom, publishedTo }: SourcePolicy,
  now: Date,
): string | undefined {
  if (publishedFrom === undefined || publishedTo === undefined) return undefined
  const today = now.toISOString().slice(0, 10)
  const end = publishedFrom <= today && today < publishedTo ? today : publishedTo
  return `${publishedFrom}to${end}`
}
