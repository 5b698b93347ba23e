import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { decodePercent } from '../decode-percent.ts'
import { decodeEntities, normalizeLine } from '../extract/normalize-text.ts'
import { parseDate } from '../extract/parse-date.ts'
import {
  createServiceCaller,
  type ServiceCall,
  ServiceError,
  type ServiceOptions,
} from '../outside/service-caller.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import { detectLanguage } from '../text/detect-language.ts'

/** A service that lists pages for a query. Only the pages are quoted, never the listing. */
export interface SearchService {
  readonly name: string
  /** Rejects if the service cannot be reached, refuses, or sends no listing. */
  search(
    query: WebQuery,
    options: { readonly signal: AbortSignal; readonly timeoutMs?: number },
  ): Promise<readonly WebResult[]>
  close(): Promise<void>
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

/** The differences between services that return a list of pages in one reply. */
export interface Listing extends Omit<ServiceOptions, 'name'> {
  readonly name: string
  /** The name of the service for people. */
  readonly label: string
  readonly path: string
  readonly ask: (query: WebQuery) => Partial<Pick<ServiceCall, 'method' | 'query' | 'body'>>
  /** Tells a listing, even an empty one, from any other reply. */
  readonly isListing: (reply: JsonObject) => boolean
  /** The paths of the lists of entries. */
  readonly lists: readonly (readonly string[])[]
  readonly read: (entry: JsonObject) => ResultFields
}

/** The fields of a service's entry, of any type. */
interface ResultFields {
  readonly url: unknown
  readonly title: unknown
  readonly snippet?: unknown
  /** The first valid date counts. */
  readonly dates: readonly unknown[]
}

const MOST_ENTRIES = 200
const MOST_URL_CHARACTERS = 2_000
const MOST_TITLE_CHARACTERS = 300
const MOST_SNIPPET_CHARACTERS = 1_000
const TAG = /<[^<>]{0,500}>/g

/** Creates a search service that returns the usable results of a listing in order, each page once. */
export function createListing(
  { name, label, path, ask, isListing, lists, read, ...options }: Listing,
  createCaller = createServiceCaller,
): SearchService {
  const caller = createCaller({ ...options, name: label })
  return {
    name,
    async search(query, { signal, timeoutMs = SEARCH_TIMEOUT_MS }) {
      const reply = await caller.json(path, { ...ask(query), timeoutMs, signal })
      if (!isJsonObject(reply) || !isListing(reply)) {
        throw new ServiceError(label, `${label} sent no listing; check its address`)
      }
      const results = new Map<string, WebResult>()
      for (const entry of lists.flatMap(steps => listAt(reply, steps)).slice(0, MOST_ENTRIES)) {
        const result = isJsonObject(entry) ? readResult(read(entry)) : undefined
        if (result && !results.has(canonicalUrl(result.url))) {
          results.set(canonicalUrl(result.url), result)
        }
      }
      return [...results.values()].slice(0, query.limit)
    },
    close: caller.close,
  }
}

function listAt(reply: unknown, path: readonly string[]): readonly unknown[] {
  let value = reply
  for (const name of path) value = isJsonObject(value) ? value[name] : undefined
  return Array.isArray(value) ? value : []
}

function readResult({ url, title, snippet, dates }: ResultFields): WebResult | undefined {
  if (typeof url !== 'string' || url.length > MOST_URL_CHARACTERS) return undefined
  const address = URL.parse(url)
  if (!address || !/^https?:$/.test(address.protocol)) return undefined
  if (address.username !== '' || address.password !== '') return undefined
  address.hash = ''
  const text = plainText(snippet, MOST_SNIPPET_CHARACTERS)
  const publishedOn = dates
    .map(date => parseDate(typeof date === 'string' ? date : undefined))
    .find(date => date !== undefined)
  return {
    url: address.href,
    title: plainText(title, MOST_TITLE_CHARACTERS) || address.hostname,
    ...(text !== '' && { snippet: text }),
    ...(publishedOn !== undefined && { publishedOn }),
  }
}

/** Removes markup and escapes from a text and returns one line of at most so many characters. */
function plainText(written: unknown, maxCharacters: number): string {
  if (typeof written !== 'string') return ''
  // Tags lengthen a text, but not tenfold.
  const text = written.slice(0, maxCharacters * 10)
  const read = decodeEntities(text.replace(TAG, ''))
  return normalizeLine(read.replace(TAG, '')).slice(0, maxCharacters).trim().toWellFormed()
}

/** Tracking parameters. */
const TRACKING =
  /^(?:utm_.*|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|igshid|mc_[ce]id|_hs(?:enc|mi)|ref_src|srsltid)$/i

/** Returns one key for a page's many addresses, to compare pages by; not an address to visit. */
export function canonicalUrl(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return url
  const host = parsed.host
    .replace(/^www\./, '')
    .replace(/\.$/, '')
    .replace(/(^|\.)m\.wikipedia\.org$/, '$1wikipedia.org')
  const path = decodePercent(parsed.pathname).replace(/\/+$/, '')
  const parameters = [...parsed.searchParams].filter(([name]) => !TRACKING.test(name))
  const query = new URLSearchParams(parameters).toString()
  return `${host}${path}${query === '' ? '' : `?${query}`}`
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
