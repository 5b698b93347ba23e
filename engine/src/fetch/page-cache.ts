import type { IncomingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { FetchedPage } from './fetcher.ts'

/** A page and all addresses on the way to it. */
export interface FoundPage {
  readonly page: FetchedPage
  readonly urls: readonly string[]
}

export interface PageCache {
  find(url: string): FoundPage | undefined
  keep(found: FoundPage, times: KeepTimes): void
  clear(): void
}

interface KeepTimes {
  /** Lifetime of the page itself. */
  readonly pageMs: number
  /** Lifetime of the redirects that led to it. */
  readonly trailMs: number
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
  const pages = new LRUCache<string, FoundPage>({
    max: maxPages,
    maxSize: maxBytes,
    sizeCalculation: ({ page }) => page.bytes.length + ENTRY_BYTES,
    ttlAutopurge: true,
    ttl: 1,
    perf: clock,
  })

  function keep(url: string | undefined, found: FoundPage, keepMs: number): void {
    if (url !== undefined && keepMs > 0) pages.set(url, found, { ttl: keepMs })
  }

  return {
    find: url => pages.get(url),
    keep({ page, urls }, { pageMs, trailMs }) {
      keep(urls.at(-1), { page, urls: urls.slice(-1) }, pageMs)
      if (urls.length > 1) keep(urls[0], { page, urls }, Math.min(pageMs, trailMs))
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
