import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { decodeEntities, normalizeLine } from '../extract/normalize-text.ts'
import { parseDate } from '../extract/parse-date.ts'
import { canonicalUrl } from './canonical-url.ts'
import type { WebResult } from './search-service.ts'

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

/** Returns the usable results of a listing in order, each page once. */
export function readResults(
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
