import { LRUCache } from 'lru-cache'
import type { FetchedPage } from './fetcher.ts'

/** A page that was found, and every address on the way to it. */
export interface FoundPage {
  readonly page: FetchedPage
  readonly urls: readonly string[]
}

export interface PageCache {
  find(url: string): FoundPage | undefined
  keep(found: FoundPage, times: KeepTimes): void
  clear(): void
}

export interface KeepTimes {
  /** How long the page itself may be kept. */
  readonly pageMs: number
  /** How long all that was answered on the way to it may be kept. */
  readonly trailMs: number
}

export interface PageCacheOptions {
  readonly maxBytes?: number
  readonly maxPages?: number
  readonly clock?: { now(): number }
}

const MAX_BYTES = 128 * 1024 * 1024
const MAX_PAGES = 2_000
/** What an entry takes beside its page, about. */
const ENTRY_BYTES = 1_024

/**
 * Pages as they were sent to everybody, in memory and for minutes. No question is in it, and who asked
 * for a page cannot be told from it. What is over its time is dropped by the clock, not by the next use.
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
