import { readFileSync, type Stats, statSync } from 'node:fs'
import { basename } from 'node:path'
import { asRoot } from '@footnote/platform/as-owner'
import { Agent } from 'undici'
import type { Extractor } from '../extract/extract-in-worker.ts'
import { ExtractError, type ExtractOptions, MAX_BYTES } from '../extract/extraction.ts'
import { FetchError } from '../fetch/fetch-error.ts'
import type { FetchedPage } from '../fetch/fetcher.ts'
import { followRedirects, parsePageUrl } from '../fetch/follow-redirects.ts'
import { requestPage } from '../fetch/request-page.ts'
import type { Document } from '../library/document.ts'
import type { Source } from './library-sources.ts'

/** Details that the operator gives for all added files. */
export type Details = Pick<ExtractOptions, 'publishedOn' | 'language' | 'countries' | 'rating'>

export interface ReadOptions {
  readonly details: Details
  /** Whether files have the addresses that the operator gave, whatever they say themselves. */
  readonly hasBase: boolean
}

export interface ReadSource {
  readonly name: string
  readonly documents: readonly Document[]
  readonly file?: { readonly path: string; readonly status: Stats }
}

const TIMEOUT_MS = 30_000
const USER_AGENT = 'Footnote-Library/0.1'

/** How a source is called when something is said about it. */
export function sourceName(source: Source): string {
  return source.kind === 'file' ? source.path : source.url
}

export async function readSource(
  extractor: Extractor,
  source: Source,
  { details, hasBase }: ReadOptions,
): Promise<ReadSource> {
  const name = sourceName(source)
  if (source.kind === 'page') {
    const { bytes, ...page } = await fetchPage(source.url)
    const fileName = basename(new URL(page.url).pathname)
    return { name, documents: await extractor.extract(bytes, { ...details, ...page, fileName }) }
  }
  const { path, url } = source
  const { bytes, status } = asRoot(() => readBytes(path))
  const ownUrl = hasBase ? 'none' : 'any'
  const options = { ...details, url, ownUrl, fileName: basename(path) } as const
  return { name, documents: await extractor.extract(bytes, options), file: { path, status } }
}

/** Reads synchronously as root: the operator's files may be readable for root only. */
function readBytes(path: string): { bytes: Uint8Array; status: Stats } {
  try {
    const status = statSync(path)
    if (status.size > MAX_BYTES) {
      throw new ExtractError(`is larger than ${MAX_BYTES / 1024 / 1024} MB; split it`)
    }
    return { bytes: readFileSync(path), status }
  } catch (cause) {
    if (cause instanceof ExtractError || !(cause instanceof Error)) throw cause
    throw new ExtractError(`cannot be opened: ${cause.message}`, { cause })
  }
}

/** Fetches what the operator names, so an address of the operator's own network is as good as any. */
export async function fetchPage(
  address: string,
  { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = {},
): Promise<FetchedPage> {
  const agent = new Agent()
  const signal = AbortSignal.timeout(timeoutMs)
  const request = { userAgent: USER_AGENT, signal, maxBytes, silenceMs: timeoutMs }
  try {
    const start = parsePageUrl(address)
    return (await followRedirects(start, url => requestPage(agent, url, request))).found
  } catch (cause) {
    if (!(cause instanceof FetchError)) throw cause
    const isSlow = cause.reason === 'too-slow'
    const reason = isSlow ? `did not arrive within ${timeoutMs / 1000} s` : cause.message
    throw new ExtractError(reason, { cause })
  } finally {
    await agent.destroy()
  }
}
