import type { ServerResponse } from 'node:http'
import {
  type SeenRequest,
  startServer,
  type TestServer,
} from '../../outside/testing/start-server.ts'
import { type FakePage, pageHtml } from './fake-page.ts'

export type SearchFault =
  /** Finds nothing. */
  | 'nothing'
  /** JSON that is no listing. */
  | 'garbage'
  | 'html'
  /** The best page fifty times, under addresses that differ in nothing that matters. */
  | 'repeats'
  | 'overloaded'
  /** A wrong key, or a SearXNG with JSON switched off. */
  | 'forbidden'
  | 'broken'
  | 'hang'
  | 'reset'
  | 'redirect'
  | 'huge'

export interface FakeSearch extends TestServer {
  /** Replaces the reply, until it is set again. */
  fault: SearchFault | undefined
  /** The pages that it lists, until they are set again. */
  pages: readonly FakePage[]
}

interface Wire {
  query(request: SeenRequest): string
  reply(found: readonly FakePage[], query: string): unknown
}

/**
 * One server that speaks the wires of SearXNG, Brave, You.com and Wikipedia, each at its own paths, so
 * that its address serves for any of them. It lists the pages that have words of the query, those with
 * the most of them first. Wikipedia's articles, which are cited below its own address, it serves too.
 */
export async function startFakeSearch({
  pages = [],
  fault,
}: {
  readonly pages?: readonly FakePage[]
  readonly fault?: SearchFault
} = {}): Promise<FakeSearch> {
  const state = { pages, fault }
  const server = await startServer((request, response) => {
    const wire = WIRES[request.path]
    if (!wire) return serveArticle(request, response, state.pages)
    if (state.fault && state.fault !== 'nothing' && state.fault !== 'repeats') {
      return FAULTS[state.fault](response)
    }
    const query = wire.query(request)
    const [best, ...rest] = state.fault === 'nothing' ? [] : find(state.pages, query)
    const found = state.fault === 'repeats' ? repeat(best) : best ? [best, ...rest] : []
    return sendJson(response, wire.reply(found, query))
  })
  return Object.assign(state, server)
}

const WIRES: Readonly<Record<string, Wire>> = {
  '/search': {
    query: ({ query }) => query['q'] ?? '',
    reply: (found, query) => ({
      query,
      number_of_results: found.length,
      results: found.map(({ url, title, text, date }) => ({
        url,
        title,
        content: snippet(text),
        engine: 'fake',
        publishedDate: date === undefined ? null : `${date}T08:00:00`,
      })),
      answers: [],
      suggestions: [],
      unresponsive_engines: [],
    }),
  },
  '/res/v1/web/search': {
    query: ({ query }) => query['q'] ?? '',
    reply: (found, query) => ({
      type: 'search',
      query: { original: query },
      // It has no list where there is nothing to list.
      ...(found.length > 0 && {
        web: {
          type: 'search',
          results: found.map(({ url, title, text, date }) => ({
            type: 'search_result',
            url,
            title: `<strong>${title}</strong>`,
            description: snippet(text),
            ...(date !== undefined && { page_age: `${date}T08:00:00`, age: 'some time ago' }),
          })),
        },
      }),
    }),
  },
  '/v1/search': {
    query: ({ body, query }) => (body === '' ? (query['query'] ?? '') : JSON.parse(body).query),
    reply: (found, query) => ({
      results: {
        web: found.map(({ url, title, text, date }) => ({
          url,
          title,
          description: snippet(text),
          snippets: [snippet(text)],
          ...(date !== undefined && { page_age: `${date}T08:00:00` }),
        })),
        news: [],
      },
      metadata: { query, latency: 0.1 },
    }),
  },
  '/w/api.php': {
    query: ({ query }) => query['srsearch'] ?? '',
    reply: found => ({
      batchcomplete: true,
      query: {
        searchinfo: { totalhits: found.length },
        search: found.map(({ title, text, date = '2024-05-01' }, index) => ({
          ns: 0,
          title,
          pageid: index + 1,
          snippet: `<span class="searchmatch">${snippet(text)}</span>`,
          timestamp: `${date}T08:00:00Z`,
        })),
      },
    }),
  },
}

const HUGE = Buffer.from(`{"results":["${'x'.repeat(6 * 1024 * 1024)}"]}`)

const FAULTS: Readonly<
  Record<Exclude<SearchFault, 'nothing' | 'repeats'>, (response: ServerResponse) => unknown>
> = {
  garbage: response => sendJson(response, { results: 'none', web: 7, query: ['?'] }),
  html: response =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Please log in</html>'),
  overloaded: response => response.writeHead(429, { 'retry-after': '30' }).end('{}'),
  forbidden: response => response.writeHead(403).end('{"error":"forbidden"}'),
  broken: response => response.writeHead(500).end('{"error":"internal"}'),
  hang: () => {},
  reset: response => response.socket?.resetAndDestroy(),
  redirect: response =>
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  huge: response => response.end(HUGE),
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function serveArticle(
  { path }: SeenRequest,
  response: ServerResponse,
  pages: readonly FakePage[],
): void {
  const title = decodeURIComponent(path)
    .replace(/^\/wiki\//, '')
    .replaceAll('_', ' ')
  const page = path.startsWith('/wiki/') ? pages.find(page => page.title === title) : undefined
  if (!page) response.writeHead(404).end('Not found')
  else response.writeHead(200, { 'content-type': 'text/html' }).end(pageHtml(page))
}

function find(pages: readonly FakePage[], query: string): FakePage[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const score = ({ title, text }: FakePage) => {
    const whole = `${title} ${text}`.toLowerCase()
    return words.filter(word => whole.includes(word)).length
  }
  return pages
    .map(page => ({ page, hits: score(page) }))
    .filter(({ hits }) => hits > 0)
    .sort((one, other) => other.hits - one.hits)
    .map(({ page }) => page)
}

function repeat(page: FakePage | undefined): FakePage[] {
  if (!page) return []
  return Array.from({ length: 50 }, (_, index) => ({
    ...page,
    url: `${page.url}${['', '#top', '?utm_source=a', '/', `?utm_campaign=${index}`][index % 5]}`,
  }))
}

function snippet(text: string): string {
  return text.slice(0, 200)
}
