import { createHash } from 'node:crypto'
import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { decodePercent } from '../decode-percent.ts'
import { decodeEntities, normalizeLine } from '../extract/normalize-text.ts'
import { parseDate } from '../extract/parse-date.ts'
import type { Document } from '../library/document.ts'
import type { ServiceCall } from '../outside/exchange-json.ts'
import { type ServiceCaller, ServiceError } from '../outside/service-caller.ts'
import { hostOf } from '../policy/compile-policy.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import {
  mayAdmit,
  SEARCH_TIMEOUT_MS,
  type SearchService,
  type WebQuery,
  type WebResult,
} from './search-service.ts'

const MOST_ENTRIES = 200
const MOST_URL_CHARACTERS = 2_000
const MOST_TITLE_CHARACTERS = 300
const MOST_SNIPPET_CHARACTERS = 1_000

/** The fields of a service's entry, of any type. */
interface ResultFields {
  readonly url: unknown
  readonly title: unknown
  readonly snippet?: unknown
  /** The first valid date counts. */
  readonly dates?: readonly unknown[]
}

const TAG = /<[^<>]{0,500}>/g

/** Creates a search service that returns a list of pages in one reply. */
export function createListing({
  name,
  label,
  caller,
  path,
  ask,
  entriesOf,
  read,
}: {
  readonly name: string
  /** The name of the service for people. */
  readonly label: string
  readonly caller: ServiceCaller
  readonly path: string
  readonly ask: (query: WebQuery) => Pick<ServiceCall, 'method' | 'query' | 'body'>
  /** Returns the entries of a reply; undefined if it is no listing. */
  readonly entriesOf: (reply: unknown) => readonly unknown[] | undefined
  readonly read: (entry: JsonObject) => ResultFields
}): SearchService {
  return {
    name,
    async search(query, { signal, timeoutMs = SEARCH_TIMEOUT_MS }) {
      const reply = await caller.json(path, { ...ask(query), timeoutMs, signal })
      const entries = entriesOf(reply)
      if (!entries) throw new ServiceError(label, `${label} sent no listing; check its address`)
      return readResults(entries, { limit: query.limit, read })
    },
    close: caller.close,
  }
}

/** Returns the usable results of a listing in order, each page once. */
function readResults(
  entries: readonly unknown[],
  { limit, read }: { limit: number; read: (entry: JsonObject) => ResultFields },
): WebResult[] {
  const results = new Map<string, WebResult>()
  for (const entry of entries.slice(0, MOST_ENTRIES)) {
    if (results.size >= limit) break
    const result = isJsonObject(entry) ? readResult(read(entry)) : undefined
    if (!result) continue
    const key = canonicalUrl(result.url)
    if (!results.has(key)) results.set(key, result)
  }
  return [...results.values()]
}

function readResult({ url, title, snippet, dates = [] }: ResultFields): WebResult | undefined {
  if (typeof url !== 'string' || url.length > MOST_URL_CHARACTERS) return undefined
  const address = URL.parse(url)
  if (!address || !/^https?:$/.test(address.protocol)) return undefined
  if (address.username !== '' || address.password !== '') return undefined
  address.hash = ''
  const text = plainText(snippet, MOST_SNIPPET_CHARACTERS)
  const publishedOn = dates.map(date => parseDate(asText(date))).find(date => date !== undefined)
  return {
    url: address.href,
    title: plainText(title, MOST_TITLE_CHARACTERS) || address.hostname,
    ...(text !== '' && { snippet: text }),
    ...(publishedOn !== undefined && { publishedOn }),
  }
}

/** Returns the list at a path in a reply, or undefined. */
export function listAt(reply: unknown, ...path: readonly string[]): readonly unknown[] | undefined {
  let value = reply
  for (const name of path) value = isJsonObject(value) ? value[name] : undefined
  return Array.isArray(value) ? value : undefined
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Removes markup and escapes from a text and returns one line of at most so many characters. */
function plainText(written: unknown, maxCharacters: number): string {
  if (typeof written !== 'string') return ''
  // Tags lengthen a text, but not tenfold.
  const text = written.slice(0, maxCharacters * 10)
  const read = decodeEntities(text.replace(TAG, ''))
  return normalizeLine(read.replace(TAG, '')).slice(0, maxCharacters).trim().toWellFormed()
}

/** The usual constant: agreement of several lists counts more than the first place in one. */
const RANK_OFFSET = 60
/** Results of one host before others have their turn. */
const MOST_PER_HOST = 3

interface Fused {
  readonly result: WebResult
  readonly score: number
}

/**
 * One list of many, by reciprocal rank fusion: what several services and queries list comes first.
 * Leaves out pages that the policy forbids and moves up those that it prefers.
 */
export function fuseResults(
  lists: readonly (readonly WebResult[])[],
  { policy }: { readonly policy: SourcePolicy },
): WebResult[] {
  const pages = new Map<string, Fused>()
  for (const list of lists) {
    for (const [key, { result, rank }] of firstPlaces(list)) {
      const known = pages.get(key)
      const score = (known?.score ?? 0) + 1 / (RANK_OFFSET + rank + 1)
      pages.set(key, { result: known ? merge(known.result, result) : result, score })
    }
  }
  const ranked = Array.from(pages.values())
    .filter(({ result }) => mayAdmit(policy, result))
    .map(({ result, score }) => ({ result, score: score * policy.boost(result.url) }))
    .sort((one, other) => other.score - one.score)
    .map(({ result }) => result)
  return spreadHosts(ranked)
}

/** Counts a page once per list. */
function firstPlaces(list: readonly WebResult[]) {
  const places = new Map<string, { readonly result: WebResult; readonly rank: number }>()
  for (const [rank, result] of list.entries()) {
    const key = canonicalUrl(result.url)
    if (!places.has(key)) places.set(key, { result, rank })
  }
  return places
}

function merge(one: WebResult, other: WebResult): WebResult {
  const isSafer = one.url.startsWith('http:') && other.url.startsWith('https:')
  return { ...other, ...one, ...(isSafer && { url: other.url }) }
}

/** Puts a few results of each host first, so that one site does not fill the list. */
function spreadHosts(ranked: readonly WebResult[]): WebResult[] {
  const counts = new Map<string, number>()
  const first: WebResult[] = []
  const rest: WebResult[] = []
  for (const result of ranked) {
    const host = hostOf(result.url).replace(/^www\./, '')
    const count = (counts.get(host) ?? 0) + 1
    counts.set(host, count)
    if (count <= MOST_PER_HOST) first.push(result)
    else rest.push(result)
  }
  return [...first, ...rest]
}

/** Tracking parameters. */
const TRACKING =
  /^(?:utm_.*|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|igshid|mc_[ce]id|_hs(?:enc|mi)|ref_src|srsltid)$/i
/** Copies of a text share their beginning, whatever follows it on their pages. */
const BEGINNING_CHARACTERS = 2_000

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

/** Remembers documents, to recognise copies and near copies. */
interface TextPrints {
  /** Returns false for a copy. */
  add(document: Document): boolean
}

export function createTextPrints(): TextPrints {
  const known = new Set<string>()
  return {
    add({ url, text }) {
      const beginning = plain(text.slice(0, BEGINNING_CHARACTERS * 2)).slice(
        0,
        BEGINNING_CHARACTERS,
      )
      const prints = [
        `url ${canonicalUrl(url)}`,
        `text ${hash(text)}`,
        `beginning ${hash(beginning)}`,
      ]
      if (prints.some(print => known.has(print))) return false
      for (const print of prints) known.add(print)
      return true
    },
  }
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
