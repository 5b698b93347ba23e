import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { FetchError, toFetchError } from './fetch-error.ts'
import type { FetchedPage } from './fetcher.ts'
import type { Hop } from './follow-redirects.ts'
import { readBody, tooLarge } from './read-body.ts'

export interface PageRequest {
  readonly userAgent: string
  readonly signal: AbortSignal
  readonly maxBytes: number
  /** Longest silence before and during the reply. */
  readonly silenceMs: number
  readonly isCut?: boolean
  /** Called with the first bytes, before the rest is read. */
  readonly isWanted?: (head: Uint8Array, contentType?: string) => boolean
}

export type PageReply = Hop<FetchedPage> & { readonly headers: IncomingHttpHeaders }

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
): Promise<PageReply> {
  try {
    const { statusCode, headers, body } = await dispatcher.request({
      method: 'GET',
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      headers: {
        accept: ACCEPT,
        'accept-encoding': 'gzip, deflate, br, zstd',
        'user-agent': userAgent,
      },
      signal,
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
    })
    // An aborted body emits an error even if nobody reads it.
    body.on('error', () => {})
    const location = REDIRECTS.includes(statusCode) ? textOf(headers['location']) : ''
    const refusal = refusalOf(statusCode, headers, isCut ? undefined : maxBytes)
    if (refusal) body.destroy()
    if (location !== '') return { location, headers }
    if (refusal) throw refusal
    const contentType = textOf(headers['content-type'])
    const encoding = textOf(headers['content-encoding'])
    const checkHead = (head: Uint8Array) => {
      if (!isWanted(head, contentType)) throw new FetchError('not-readable', 'is no text or PDF')
    }
    const bytes = await readBody(body, { encoding, maxBytes, isCut, checkHead })
    return { found: { bytes, url: url.href, ...hintsOf(headers) }, headers }
  } catch (error) {
    throw toFetchError(error, signal)
  }
}

function refusalOf(status: number, headers: IncomingHttpHeaders, maxBytes?: number) {
  if (BUSY.includes(status)) {
    const retryAfterMs = retryAfterOf(headers)
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

function retryAfterOf(headers: IncomingHttpHeaders): number | undefined {
  const text = textOf(headers['retry-after'])
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const waitMs = Date.parse(text) - Date.now()
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs)
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
