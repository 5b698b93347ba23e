import type { IncomingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { FetchedPage } from './fetcher.ts'

/** Keeps pages by the address that they were found at. */
export interface PageCache {
  find(url: string): FetchedPage | undefined
  keep(page: FetchedPage, headers: IncomingHttpHeaders): void
  clear(): void
}

interface PageCacheOptions {
  readonly maxBytes?: number
  readonly maxPages?: number
  readonly clock?: { now(): number }
}

const MAX_BYTES = 128 * 1024 * 1024
const MAX_PAGES = 2_000
/** Approximate size of an entry beside its page. */
const ENTRY_BYTES = 1_024
const MOST_MS = 15 * 60_000
const NOT_KEPT = /(?:^|[\s,])(?:no-store|no-cache|private)(?:$|[\s,=])/i

/**
 * Keeps public pages in memory for minutes. It holds no question and nothing about who asked for a page.
 * A timer drops expired pages, so that they do not wait for the next use.
 */
export function createPageCache({
  maxBytes = MAX_BYTES,
  maxPages = MAX_PAGES,
  clock = performance,
}: PageCacheOptions = {}): PageCache {
  const pages = new LRUCache<string, FetchedPage>({
    max: maxPages,
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes.length + ENTRY_BYTES,
    ttlAutopurge: true,
    ttl: 1,
    perf: clock,
  })
  return {
    find: url => pages.get(url),
    keep(page, headers) {
      const ttl = cacheTimeMs(headers)
      if (ttl > 0) pages.set(page.url, page, { ttl })
    },
    clear: () => pages.clear(),
  }
}

/** Returns how long a shared cache may keep a reply; 0 means not at all. */
export function cacheTimeMs(headers: IncomingHttpHeaders): number {
  const control = textOf(headers['cache-control'])
  const isPersonal = headers['set-cookie'] !== undefined || textOf(headers.vary).includes('*')
  if (isPersonal || NOT_KEPT.test(control)) return 0
  if (control === '' && /no-cache/i.test(textOf(headers.pragma))) return 0
  const lifeMs = lifeOf(control, headers)
  if (lifeMs === undefined) return MOST_MS
  const ageMs = Number(textOf(headers.age)) * 1000 || 0
  return Math.min(MOST_MS, Math.max(0, lifeMs - ageMs))
}

function lifeOf(control: string, headers: IncomingHttpHeaders): number | undefined {
  const seconds =
    /(?:^|[\s,])s-maxage="?(\d{1,10})/i.exec(control) ??
    /(?:^|[\s,])max-age="?(\d{1,10})/i.exec(control)
  if (seconds) return Number(seconds[1]) * 1000
  const expires = textOf(headers.expires)
  if (expires === '') return undefined
  // An invalid date, such as 0, means that the reply is stale.
  return Date.parse(expires) - (Date.parse(textOf(headers.date)) || Date.now()) || 0
}

function textOf(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : (header?.join(',') ?? '')
}
