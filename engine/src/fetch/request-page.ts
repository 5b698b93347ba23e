import type { IncomingHttpHeaders } from 'node:http'
import { pipeline, type Readable, type Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib'
import { retryAfterMs as readRetryAfterMs } from '@footnote/platform/retry-after-ms'
import type { Dispatcher } from 'undici'
import { FetchError, type Hop, toFetchError } from './fetcher.ts'

export interface PageRequest {
  readonly userAgent: string
  readonly signal: AbortSignal
  readonly maxBytes: number
  /** Longest silence before and during the reply. */
  readonly silenceMs: number
  readonly isCut?: boolean
  /** Called before the body is read. */
  readonly isWanted?: (contentType: string) => boolean
}

const ACCEPT =
  'text/html,application/pdf,text/markdown,text/plain,application/json,text/csv,*/*;q=0.5'
const FOUND = [200, 203]
const REDIRECTS = [301, 302, 303, 307, 308]
const BUSY = [429, 503]
/** A page modified this shortly before its reply is generated for each request, so its date says nothing. */
const FRESH_MS = 60_000

/** Requests one address once, without cookies or referrer. */
export async function requestPage(
  dispatcher: Dispatcher,
  url: URL,
  { userAgent, signal, maxBytes, silenceMs, isCut = false, isWanted = () => true }: PageRequest,
): Promise<Hop> {
  try {
    const { statusCode, headers, body } = await dispatcher.request({
      method: 'GET',
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      headers: {
        accept: ACCEPT,
        'accept-encoding': 'gzip, br, zstd',
        'user-agent': userAgent,
      },
      signal,
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
    })
    // An aborted body emits an error even if nobody reads it.
    body.on('error', () => {})
    const location = REDIRECTS.includes(statusCode) ? textOf(headers['location']) : ''
    const isOther = !isWanted(textOf(headers['content-type']))
    const refusal =
      refusalOf(statusCode, headers, isCut ? undefined : maxBytes) ??
      (isOther ? new FetchError('not-readable', 'is no text or PDF') : undefined)
    if (refusal) body.destroy()
    if (location !== '') return { location }
    if (refusal) throw refusal
    const encoding = textOf(headers['content-encoding'])
    const bytes = await readBody(body, { encoding, maxBytes, isCut })
    return { found: { bytes, url: url.href, ...hintsOf(headers) } }
  } catch (error) {
    throw toFetchError(error, signal)
  }
}

function refusalOf(status: number, headers: IncomingHttpHeaders, maxBytes?: number) {
  if (BUSY.includes(status)) {
    const retryAfterMs = readRetryAfterMs(headers)
    return new FetchError('busy', `was answered with status ${status}; try it later`, {
      status,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    })
  }
  if (!FOUND.includes(status)) {
    return new FetchError('status', `was answered with status ${status}`, { status })
  }
  const isOver = maxBytes !== undefined && Number(textOf(headers['content-length'])) > maxBytes
  return isOver ? tooLarge(maxBytes) : undefined
}

/** Reads the reply's hints about its page, to be checked against its content. */
function hintsOf(headers: IncomingHttpHeaders) {
  const contentType = textOf(headers['content-type'])
  const lastModified = textOf(headers['last-modified'])
  const age = Date.parse(textOf(headers.date)) - Date.parse(lastModified)
  return {
    ...(contentType !== '' && { contentType }),
    ...(lastModified !== '' && !(age < FRESH_MS) && { lastModified }),
  }
}

function textOf(header: string | string[] | undefined): string {
  return (typeof header === 'string' ? header : (header?.[0] ?? '')).trim()
}

export interface BodyOptions {
  /** The reply's content encoding. */
  readonly encoding: string
  /** Limit for the body, both as sent and decompressed. */
  readonly maxBytes: number
  /** Cuts the body at the limit instead of refusing it. */
  readonly isCut?: boolean
}

/** The largest window for web content (RFC 9659); other data might ask for much more memory. */
const ZSTD_WINDOW_LOG = 23

/**
 * The whole body, unpacked. It is unpacked as it is read, a few kilobytes at a time, so that one which
 * would fill the memory is given up as soon as it is over the limit.
 */
export async function readBody(body: Readable, options: BodyOptions): Promise<Uint8Array> {
  const { maxBytes, isCut = false } = options
  // One buffer that grows: a body sent byte by byte would make a list of millions of chunks.
  const buffer = new ArrayBuffer(0, { maxByteLength: maxBytes })
  const bytes = new Uint8Array(buffer)
  let size = 0
  // A body that is given up unread ends with an error that nobody waits for.
  body.on('error', () => {})
  try {
    for await (const chunk of openBody(body, options)) {
      const fitting = chunk.subarray(0, maxBytes - size)
      if (fitting.length < chunk.length && !isCut) throw tooLarge(maxBytes)
      buffer.resize(size + fitting.length)
      bytes.set(fitting, size)
      size += fitting.length
      if (fitting.length < chunk.length) break
    }
  } finally {
    body.destroy()
  }
  return bytes.slice()
}

function openBody(body: Readable, { encoding, maxBytes }: BodyOptions): AsyncIterable<Uint8Array> {
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity') return body
  const decoder = createDecoder[name]
  if (!decoder) throw new FetchError('not-readable', 'is packed in a way that cannot be read')
  // Errors surface in the last stream.
  return pipeline(upTo(body, maxBytes), decoder(), () => {})
}

const createDecoder: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: () =>
    createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } }),
}

async function* upTo(body: AsyncIterable<Uint8Array>, maxBytes: number) {
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge(maxBytes)
    yield chunk
  }
}

function tooLarge(maxBytes: number): FetchError {
  return new FetchError('too-large', `is larger than ${maxBytes / 1024 / 1024} MB`)
}
