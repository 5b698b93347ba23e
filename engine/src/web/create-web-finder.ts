import type { Extractor } from '../extract/open-extractor.ts'
import { parseDate } from '../extract/parse-date.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import type { Document } from '../library/document.ts'
import { hostOf, isWithinDomain } from '../policy/compile-policy.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import type { DiscoverRequest, Finder } from '../search/finder.ts'
import { untilAborted } from '../until-aborted.ts'
import { createCopyTest, fuseResults } from './results.ts'
import {
  mayAdmit,
  SEARCH_TIMEOUT_MS,
  type SearchService,
  type WebQuery,
  type WebResult,
} from './search-service.ts'

const MOST_PAGES_AT_ONCE = 8
/** Results per wanted document, because some pages cannot be read. */
const TRIES_PER_DOCUMENT = 4
const FEWEST_RESULTS = 10
const MOST_RESULTS = 20
const LONGEST_MS = 600_000

/** Fetches pages, and reads what was fetched. */
export interface PageReaders {
  readonly fetcher: Fetcher
  readonly extractor: Extractor
}

export interface WebFinderOptions extends PageReaders {
  readonly services: readonly SearchService[]
  /** Returns a signal that aborts after a time. */
  readonly startTimer?: (ms: number) => AbortSignal
}

const MOST_QUERIES = 4
/** A service that hangs must leave time to read what the others found. */
const SHARE_OF_TIME = 0.4
/** A service gets at least this long, however little time is left. */
const LEAST_TIMEOUT_MS = 2_000

/** Finds pages with search services and reads them. */
export function createWebFinder({
  services,
  startTimer = AbortSignal.timeout,
  ...readers
}: WebFinderOptions): Finder {
  return {
    name: 'web',
    async discover(request) {
      const { policy, limit, signal: ofCaller } = request
      ofCaller?.throwIfAborted()
      const timeLeftMs = Math.min(Math.floor(request.endsAt - performance.now()), LONGEST_MS)
      if (timeLeftMs <= 0 || limit <= 0) return { documents: [], isDown: false }
      const ends = startTimer(timeLeftMs)
      const signal = ofCaller ? AbortSignal.any([ofCaller, ends]) : ends
      const { lists, isDown } = await searchAll(services, request.queries, {
        policy,
        limit: Math.min(Math.max(limit * 2, FEWEST_RESULTS), MOST_RESULTS),
        timeLeftMs,
        signal,
      })
      ofCaller?.throwIfAborted()
      const candidates = fuseResults(lists, { policy })
      const documents = await readBest(candidates, request, signal)
      ofCaller?.throwIfAborted()
      return { documents, isDown }
    },
  }

  /** Returns the first readable and allowed pages in order, or those at hand when time is up. */
  async function readBest(
    candidates: readonly WebResult[],
    { policy, limit, isKnown }: DiscoverRequest,
    signal: AbortSignal,
  ): Promise<Document[]> {
    const queue = candidates
      .filter(({ url }) => !isKnown(url))
      .slice(0, limit * TRIES_PER_DOCUMENT)
      .entries()
    const isCopy = createCopyTest()
    const kept: { readonly document: Document; readonly rank: number }[] = []
    let pending = 0

    async function work(): Promise<void> {
      while (kept.length + pending < limit && !signal.aborted) {
        const { value: next } = queue.next()
        if (!next) return
        const [rank, result] = next
        pending += 1
        // Pages fail in many ways; the next one is tried.
        const document = await readPage(readers, result, { policy, signal }).catch(() => undefined)
        pending -= 1
        if (document && !isKnown(document.url) && !signal.aborted && !isCopy(document)) {
          kept.push({ document, rank })
        }
      }
    }

    const workers = Array.from({ length: Math.min(limit, MOST_PAGES_AT_ONCE) }, work)
    await untilAborted(Promise.all(workers), signal).catch(() => {})
    return kept.toSorted((one, other) => one.rank - other.rank).map(({ document }) => document)
  }
}

/** Sends every query to every service at once, and ignores services that fail. `isDown` if all of them did. */
export async function searchAll(
  services: readonly SearchService[],
  queries: readonly string[],
  {
    timeLeftMs,
    signal,
    ...query
  }: Omit<WebQuery, 'text'> & { readonly timeLeftMs: number; readonly signal: AbortSignal },
) {
  const shareMs = Math.max(timeLeftMs * SHARE_OF_TIME, LEAST_TIMEOUT_MS)
  const timeoutMs = Math.min(shareMs, SEARCH_TIMEOUT_MS)
  const texts = new Set(queries.map(query => query.trim()).filter(query => query !== ''))
  const calls = [...texts]
    .slice(0, MOST_QUERIES)
    .flatMap(text =>
      services.map(service => service.search({ text, ...query }, { signal, timeoutMs })),
    )
  const outcomes = await Promise.allSettled(calls)
  return {
    lists: outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
    isDown: outcomes.length > 0 && outcomes.every(({ status }) => status === 'rejected'),
  }
}

const PAGE_TIMEOUT_MS = 10_000
/** About the length of a book. */
const MOST_CHARACTERS = 400_000

export interface ReadPageOptions {
  readonly policy: SourcePolicy
  readonly timeoutMs?: number | undefined
  readonly signal: AbortSignal
}

/**
 * Reads the page that a search listed. Undefined when the policy does not allow what it turned out to
 * be; rejects when it cannot be read.
 */
export async function readPage(
  { fetcher, extractor }: PageReaders,
  result: WebResult,
  { policy, timeoutMs = PAGE_TIMEOUT_MS, signal }: ReadPageOptions,
): Promise<Document | undefined> {
  const { bytes, ...page } = await fetcher.fetch(result.url, {
    mayVisit: url => /^https?:/.test(url) && mayAdmit(policy, { url }),
    timeoutMs,
    signal,
  })
  if (!mayAdmit(policy, { url: page.url })) return undefined
  // An article gives the date of its creation; its text dates from its last edit.
  const edition = isWithinDomain(hostOf(page.url), 'wikipedia.org')
    ? (parseDate(page.lastModified) ?? result.publishedOn)
    : undefined
  const [document] = await extractor.extract(
    bytes,
    { ...page, ownUrl: 'same-host', ...(edition && { publishedOn: edition }) },
    signal,
  )
  if (!document) return undefined
  const { publishedOn = result.publishedOn } = document
  const finished = {
    ...document,
    text: cutText(document.text),
    ...(publishedOn !== undefined && { publishedOn }),
  }
  return policy.admits(finished) ? finished : undefined
}

/** Cuts between lines, because part of a table row or heading would read as another one. */
export function cutText(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text
  const end = text.lastIndexOf('\n', MOST_CHARACTERS)
  return (end > 0 ? text.slice(0, end) : text.slice(0, MOST_CHARACTERS)).toWellFormed()
}
