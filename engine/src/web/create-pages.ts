import { FetchError } from '../fetch/fetcher.ts'
import type { LibraryStore } from '../library/library-store.ts'
import type { Library } from '../library/open-library.ts'
import { mapAtOnce } from '../map-at-once.ts'
import type { PageFormat, Pages, ReadPage } from '../pages.ts'
import { compilePolicy } from '../policy/compile-policy.ts'
import { type FoundPage, NoResult } from '../research.ts'
import { foundPages } from '../search/found-pages.ts'
import { toHtml, toMarkdown } from '../text/render-blocks.ts'
import {
  cutText,
  type PageReaders,
  type ReadPageOptions,
  readPage,
  searchAll,
} from './create-web-finder.ts'
import { fuseResults } from './results.ts'
import { canonicalUrl, type SearchService, type WebResult } from './search-service.ts'

export interface PagesOptions extends PageReaders {
  readonly library: Library
  /** Called before the library is read. */
  readonly catchUp?: LibraryStore['catchUp']
  readonly services: readonly SearchService[]
  readonly now: () => Date
}

const SEARCH_MS = 20_000
/** The most that the search services are asked for. */
const MOST_OF_SERVICES = 20
/** One document may hold many of the best passages. */
const PASSAGES_PER_PAGE = 10
const FEWEST_PASSAGES = 200
const MOST_PAGES_AT_ONCE = 8
const RENDER: Readonly<Record<PageFormat, (text: string) => string>> = {
  html: toHtml,
  markdown: toMarkdown,
}

/** Lists and reads pages with the library, the search services and the fetcher of the engine. */
export function createPages({
  library,
  catchUp = async () => {},
  services,
  now,
  ...readers
}: PagesOptions): Pages {
  async function readText(url: string, options: ReadPageOptions) {
    const id = library.idOf(url)
    const passages = id === undefined ? [] : library.passagesOf(id)
    const [first] = passages
    if (!first) return await readPage(readers, { url, title: '' }, options)
    return { title: first.title, text: cutText(passages.map(({ text }) => text).join('')) }
  }

  return {
    async search({ text, sources, count, offset }, signal) {
      const policy = compilePolicy(sources, { now: now() })
      const wanted = count * (offset + 1)
      const limit = Math.max(wanted * PASSAGES_PER_PAGE, FEWEST_PASSAGES)
      await catchUp()
      const own = foundPages(library.search({ query: text, policy, limit }), wanted)
      const { lists, isDown } = await searchAll(services, [text], {
        policy,
        limit: Math.min(wanted, MOST_OF_SERVICES),
        timeLeftMs: SEARCH_MS,
        signal,
      })
      signal.throwIfAborted()
      if (isDown && own.length === 0) throw new NoResult('source_unreachable')
      const snippets = new Map(own.map(page => [canonicalUrl(page.url), page.snippets]))
      return fuseResults([own, ...lists], { policy })
        .slice(offset * count, wanted)
        .map(result => toFound(result, snippets.get(canonicalUrl(result.url))))
    },

    async read(urls, { formats, timeoutMs, signal }) {
      // The caller named the addresses, so no source control applies.
      const policy = compilePolicy({ safesearch: 'off' }, { now: now() })
      await catchUp()
      return await mapAtOnce(urls, MOST_PAGES_AT_ONCE, async (url): Promise<ReadPage> => {
        try {
          const page = await readText(url, { policy, timeoutMs, signal })
          if (!page) return { url, problem: 'not_readable' }
          const { title, text } = page
          const written = formats.map(format => [format, RENDER[format](text)])
          return { url, title, ...Object.fromEntries(written) }
        } catch (error) {
          signal.throwIfAborted()
          return { url, problem: problemOf(error) }
        }
      })
    },
  }
}

/** A page of the library has its own snippets; a search service gives one. */
function toFound(
  { url, title, snippet, publishedOn }: WebResult,
  snippets: readonly string[] = snippet === undefined ? [] : [snippet],
): FoundPage {
  return { url, title, snippets, ...(publishedOn !== undefined && { publishedOn }) }
}

/** Names the reason alone: an error's message may tell about the network. */
function problemOf(error: unknown): string {
  return error instanceof FetchError ? error.reason.replaceAll('-', '_') : 'not_readable'
}
