import { randomUUID } from 'node:crypto'
import type { JsonObject } from '@footnote/contract/json-object'
import { AnswerRequest } from '@footnote/contract/requests'
import type { FastifyRequest } from 'fastify'
import type { PageFormat, Pages, ReadPage } from '../pages.ts'
import type { CallRunner, Exchange } from './serve-calls.ts'
import { toSources, webResult } from './wire-bodies.ts'

type Timeout = { readonly crawl_timeout?: number }

type SearchBody = AnswerRequest &
  Timeout & {
    readonly count?: number
    readonly offset?: number
    readonly livecrawl?: 'web' | 'news' | 'all'
    readonly livecrawl_formats?: readonly PageFormat[]
  }

type ContentsBody = Timeout & {
  readonly urls: readonly string[]
  /** You.com's SDK sends one format, newer clients a list. */
  readonly format?: PageFormat
  readonly formats?: readonly (PageFormat | 'metadata')[]
}

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
const crawl_timeout = { type: 'integer', minimum: 1, maximum: pageLimits.timeoutSeconds }

/** The bodies of an answer and of a search share the query and the source controls. */
export const SEARCH_SCHEMA = {
  ...AnswerRequest,
  properties: {
    ...AnswerRequest.properties,
    count: { type: 'integer', minimum: 1, maximum: pageLimits.results },
    offset: { type: 'integer', minimum: 0, maximum: pageLimits.offset },
    livecrawl: { enum: ['web', 'news', 'all'] },
    livecrawl_formats: listOf(FORMATS),
    crawl_timeout,
  },
}

export const CONTENTS_SCHEMA = {
  type: 'object',
  properties: {
    urls: {
      type: 'array',
      minItems: 1,
      maxItems: pageLimits.urls,
      items: { type: 'string', maxLength: pageLimits.urlCharacters },
    },
    format: { enum: FORMATS },
    formats: listOf([...FORMATS, 'metadata']),
    crawl_timeout,
  },
  required: ['urls'],
  additionalProperties: false,
}

function listOf(values: readonly string[]): object {
  return { type: 'array', minItems: 1, maxItems: values.length, items: { enum: values } }
}

/** Creates the operations that list and read pages. */
export function createPageOperations(pages: Pages, calls: CallRunner) {
  async function runSearch(body: SearchBody, signal: AbortSignal): Promise<object> {
    const startedAt = performance.now()
    const { query, count = DEFAULT_RESULTS, offset = 0, livecrawl, livecrawl_formats } = body
    const sources = toSources(body)
    const found = await pages.search({ text: query, sources, count, offset }, signal)
    // There is no news here, so `news` reads nothing.
    const isRead = livecrawl === 'web' || livecrawl === 'all'
    const read = await pages.read(isRead ? found.slice(0, pageLimits.urls).map(toUrl) : [], {
      formats: livecrawl_formats ?? ['html'],
      timeoutMs: toMs(body),
      signal,
    })
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
    const { urls, format = 'html', formats = [format] } = body
    const wanted = FORMATS.filter(name => formats.includes(name))
    const read = await pages.read(urls, { formats: wanted, timeoutMs: toMs(body), signal })
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

function toUrl({ url }: { readonly url: string }): string {
  return url
}

function toMs({ crawl_timeout: seconds }: Timeout): number | undefined {
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
