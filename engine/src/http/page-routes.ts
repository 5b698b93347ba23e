import { randomUUID } from 'node:crypto'
import type { JsonObject } from '@footnote/contract/json-object'
import { AnswerRequest } from '@footnote/contract/requests'
import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import type { Pages, ReadPage } from '../pages.ts'
import type { CallRunner, Exchange } from './serve-calls.ts'
import { webResult } from './wire-bodies.ts'

const pageLimits = {
  results: 100,
  offset: 9,
  urls: 10,
  urlCharacters: 2_048,
  timeoutSeconds: 60,
} as const
const DEFAULT_RESULTS = 10
const FORMATS = ['html', 'markdown'] as const
/** You.com's SDK refuses a reply in which a field is missing rather than null. */
const NO_DETAILS = { page_age: null, thumbnail_url: null, favicon_url: null, authors: null }
const closed = { additionalProperties: false }
const crawl_timeout = Type.Optional(
  Type.Integer({ minimum: 1, maximum: pageLimits.timeoutSeconds }),
)

/** The bodies of an answer and of a search share the query and the source controls. */
export const SearchBody = Type.Object(
  {
    ...AnswerRequest.properties,
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: pageLimits.results })),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: pageLimits.offset })),
    livecrawl: Type.Optional(Type.Enum(['web', 'news', 'all'])),
    livecrawl_formats: listOf(FORMATS),
    crawl_timeout,
  },
  closed,
)
type SearchBody = Static<typeof SearchBody>

export const ContentsBody = Type.Object(
  {
    urls: Type.Array(Type.String({ maxLength: pageLimits.urlCharacters }), {
      minItems: 1,
      maxItems: pageLimits.urls,
    }),
    // You.com's SDK sends one format, newer clients a list.
    format: Type.Optional(Type.Enum([...FORMATS])),
    formats: listOf([...FORMATS, 'metadata'] as const),
    crawl_timeout,
  },
  closed,
)
type ContentsBody = Static<typeof ContentsBody>

function listOf<Name extends string>(values: readonly Name[]) {
  const items = Type.Unsafe<Name>({ enum: values })
  return Type.Optional(Type.Array(items, { minItems: 1, maxItems: values.length }))
}

/** Creates the operations that list and read pages. */
export function createPageOperations(pages: Pages, calls: CallRunner) {
  async function runSearch(body: SearchBody, signal: AbortSignal): Promise<object> {
    const startedAt = performance.now()
    const { query, count = DEFAULT_RESULTS, offset = 0, livecrawl, ...rest } = body
    const { livecrawl_formats, crawl_timeout, ...sources } = rest
    const found = await pages.search({ text: query, sources, count, offset }, signal)
    // There is no news here, so `news` reads nothing.
    const isRead = livecrawl === 'web' || livecrawl === 'all'
    const read = await pages.read(
      isRead ? found.slice(0, pageLimits.urls).map(({ url }) => url) : [],
      {
        formats: livecrawl_formats ?? ['html'],
        timeoutMs: toMs(crawl_timeout),
        signal,
      },
    )
    return {
      results: {
        web: found.map((page, at) => ({
          ...NO_DETAILS,
          ...webResult(page),
          description: page.snippets[0] ?? '',
          contents: contentsOf(read[at]),
        })),
        news: [],
      },
      metadata: {
        search_uuid: randomUUID(),
        query,
        latency: (performance.now() - startedAt) / 1_000,
      },
    }
  }

  async function readContents(body: ContentsBody, signal: AbortSignal): Promise<object> {
    const { urls, format = 'html', formats = [format], crawl_timeout } = body
    const wanted = FORMATS.filter(name => formats.includes(name))
    const read = await pages.read(urls, { formats: wanted, timeoutMs: toMs(crawl_timeout), signal })
    const hasMetadata = formats.includes('metadata')
    return read.map(page => ({
      url: page.url,
      ...('problem' in page ? { title: null, ...toNulls(wanted), error: page.problem } : page),
      metadata: hasMetadata ? { site_name: URL.parse(page.url)?.hostname ?? '' } : null,
    }))
  }

  return {
    search: (body: SearchBody, exchange: Exchange) =>
      calls.serve(({ signal }) => runSearch(body, signal), exchange),
    contents: (body: ContentsBody, exchange: Exchange) =>
      calls.serve(({ signal }) => readContents(body, signal), exchange),
  }
}

function toMs(seconds: number | undefined): number | undefined {
  return seconds && seconds * 1_000
}

function contentsOf(page: ReadPage | undefined): object | null {
  if (!page || 'problem' in page) return null
  const { html = null, markdown = null } = page
  return { html, markdown }
}

function toNulls(names: readonly string[]): object {
  return Object.fromEntries(names.map(name => [name, null]))
}

const NUMBERS = ['count', 'offset', 'crawl_timeout']
const LISTS = ['include_domains', 'exclude_domains', 'boost_domains', 'livecrawl_formats']

/** Reads the parameters of an address as the fields of a body; lists have commas or repeated names. */
export function readQuery({ query }: FastifyRequest): JsonObject {
  const entries = Object.entries(query as Record<string, string | string[]>)
  return Object.fromEntries(
    entries.map(([name, value]): [string, unknown] => {
      if (LISTS.includes(name)) return [name, [value].flat().flatMap(text => text.split(','))]
      // You.com's SDK calls Japanese JP.
      if (name === 'language' && value === 'JP') return [name, 'JA']
      const isNumber = NUMBERS.includes(name) && /^\d{1,9}$/.test(String(value))
      return [name, isNumber ? Number(value) : value]
    }),
  )
}
