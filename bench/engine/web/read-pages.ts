import { extractDocument } from '../../../engine/src/extract/extract-document.ts'
import { type Extractor, openPageExtractor } from '../../../engine/src/extract/open-extractor.ts'
import type { FetchedPage } from '../../../engine/src/fetch/fetcher.ts'
import type { Document } from '../../../engine/src/library/document.ts'
import { mapAtOnce } from '../../../engine/src/map-at-once.ts'
import { compilePolicy } from '../../../engine/src/policy/compile-policy.ts'
import { openShelf } from '../../../engine/src/search/open-shelf.ts'
import { createWebFinder } from '../../../engine/src/web/create-web-finder.ts'
import type { SearchService } from '../../../engine/src/web/search-service.ts'
import { median } from '../../latencies.ts'
import { openLoopbackFetcher } from './open-loopback-fetcher.ts'

export interface PageTimes {
  readonly pages: number
  /** Size of a page. */
  readonly kilobytes: number
  /** Found by the web finder, fetched, extracted in threads and put into the run index, as in a run. */
  readonly togetherMs: number
  /** The same work step by step, one page at a time. */
  readonly fetchMs: number
  readonly extractMs: number
  readonly indexMs: number
}

/** Pages for each part, and parts searched at once, as in a run. */
const PAGES_PER_PART = 8
const PARTS_AT_ONCE = 4
const FETCHES_AT_ONCE = 8
const TIMEOUT_MS = 60_000
const policy = compilePolicy({}, { now: new Date() })

/** Reads pages in both ways with warm code, and returns the median of several rounds. */
export async function readPages({
  urls,
  rounds,
}: {
  readonly urls: readonly string[]
  readonly rounds: number
}): Promise<PageTimes> {
  const extractor = openPageExtractor()
  await together(urls, extractor)
  const pages = await fetchAll(urls)
  const documents = await extractAll(pages)
  const times = { together: [], fetch: [], extract: [], index: [] } as Record<string, number[]>
  const time = async (name: string, work: () => unknown) => {
    const startedMs = performance.now()
    await work()
    times[name]?.push(performance.now() - startedMs)
  }
  for (let round = 0; round < rounds; round++) {
    await time('together', () => together(urls, extractor))
    await time('fetch', () => fetchAll(urls))
    await time('extract', () => extractAll(pages))
    await time('index', () => index(documents))
  }
  await extractor.close()
  const bytes = pages.reduce((sum, page) => sum + page.bytes.length, 0)
  return {
    pages: urls.length,
    kilobytes: bytes / 1024 / urls.length,
    togetherMs: median(times['together'] ?? []),
    fetchMs: median(times['fetch'] ?? []),
    extractMs: median(times['extract'] ?? []),
    indexMs: median(times['index'] ?? []),
  }
}

/** Reads all pages as a run does, with an empty cache. */
async function together(urls: readonly string[], extractor: Extractor): Promise<void> {
  const fetcher = openLoopbackFetcher()
  const finder = createWebFinder({ services: [listing(urls)], fetcher, extractor })
  const shelf = openShelf()
  const parts = Array.from({ length: Math.ceil(urls.length / PAGES_PER_PART) }, (_, at) => at)
  let read = 0
  await mapAtOnce(parts, PARTS_AT_ONCE, async part => {
    const { documents } = await finder.discover({
      kind: 'research',
      question: String(part),
      queries: [String(part)],
      policy,
      limit: PAGES_PER_PART,
      isKnown: shelf.has,
      endsAt: performance.now() + TIMEOUT_MS,
    })
    shelf.put(documents)
    read += documents.length
  })
  shelf.close()
  await fetcher.close()
  if (read !== urls.length) throw new Error(`${read} of ${urls.length} pages were read`)
}

/** Lists the pages of a part as a search service. */
function listing(urls: readonly string[]): SearchService {
  return {
    name: 'listing',
    async search({ text }) {
      const start = Number(text) * PAGES_PER_PART
      return urls.slice(start, start + PAGES_PER_PART).map(url => ({ url, title: url }))
    },
    async close() {},
  }
}

async function fetchAll(urls: readonly string[]): Promise<FetchedPage[]> {
  const fetcher = openLoopbackFetcher()
  const options = { mayVisit: () => true, timeoutMs: TIMEOUT_MS }
  const pages = await mapAtOnce(urls, FETCHES_AT_ONCE, url => fetcher.fetch(url, options))
  await fetcher.close()
  return pages
}

async function extractAll(pages: readonly FetchedPage[]): Promise<Document[]> {
  const documents: Document[] = []
  for (const { bytes, ...page } of pages) documents.push(...(await extractDocument(bytes, page)))
  return documents
}

function index(documents: readonly Document[]): void {
  const shelf = openShelf()
  for (const document of documents) shelf.put([document])
  shelf.close()
}
