import { errorCode } from '@footnote/platform/error-code'

/** Fetches pages from untrusted addresses. */
export interface Fetcher {
  /** Resolves to the page at the end of its redirects; rejects with a FetchError. */
  fetch(url: string, options: FetchOptions): Promise<FetchedPage>
  close(): Promise<void>
}

export interface FetchOptions {
  /** Called with the address and each redirect, before anything is sent there. */
  readonly mayVisit: (url: string) => boolean
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

export interface FetchedPage {
  readonly bytes: Uint8Array
  /** The address at the end of all redirects, without a fragment. */
  readonly url: string
  readonly contentType?: string
  readonly lastModified?: string
}

export type FetchFault =
  /** Not the address of a page: another scheme, credentials in it, or no URL. */
  | 'bad-address'
  /** An address in a private network, or a port other than the web's. */
  | 'blocked-address'
  /** The caller forbids the address. */
  | 'not-allowed'
  /** The site's robots.txt disallows the page, or cannot be read. */
  | 'robots'
  /** The site asked for a pause, or too many pages are waiting. */
  | 'busy'
  | 'too-large'
  | 'too-slow'
  | 'unreachable'
  | 'status'
  | 'not-readable'
  | 'too-many-redirects'
  /** The caller has given up, or the fetcher is closed. */
  | 'cancelled'

interface Details extends ErrorOptions {
  readonly status?: number
  readonly retryAfterMs?: number
}

const TIMEOUTS = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']
const MOST_CHARACTERS = 200

/** The message continues "the page …", and contains neither path nor query of the address. */
export class FetchError extends Error {
  override name = 'FetchError'
  readonly reason: FetchFault
  /** The status of the reply, if there was one. */
  readonly status: number | undefined
  /** The pause that the site asked for. */
  readonly retryAfterMs: number | undefined

  constructor(reason: FetchFault, message: string, details: Details = {}) {
    super(message, details)
    this.reason = reason
    this.status = details.status
    this.retryAfterMs = details.retryAfterMs
  }
}

/** Explains a failed fetch; an abort explains every other error. */
export function toFetchError(error: unknown, signal?: AbortSignal): FetchError {
  const cause: unknown = signal?.aborted ? signal.reason : error
  if (cause instanceof FetchError) return cause
  if (signal?.aborted) {
    return cause instanceof Error && cause.name === 'TimeoutError'
      ? new FetchError('too-slow', 'did not arrive in time', { cause })
      : new FetchError('cancelled', 'is not wanted any more', { cause })
  }
  const code = errorCode(cause) ?? ''
  if (TIMEOUTS.includes(code)) {
    return new FetchError('too-slow', 'is sent by a site that has stopped to answer', { cause })
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new FetchError('too-large', 'is announced with too many headers', { cause })
  }
  const message = (messageOf(cause) || code).slice(0, MOST_CHARACTERS)
  return new FetchError('unreachable', `cannot be fetched: ${message}`, { cause })
}

/** Returns the innermost cause; if several addresses were tried, that of the last. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return messageOf(error.errors.at(-1))
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : messageOf(error.cause)
}

const MOST_REDIRECTS = 5

/** The reply of one address: the page, or the address to ask instead. */
export type Hop = { readonly found: FetchedPage } | { readonly location: string }

const LONGEST_ADDRESS = 2_048
const SCHEMES = ['http:', 'https:']
const MOST_SCHEME_CHARACTERS = 20

/** Follows redirects until a page is found. */
export async function followRedirects(
  start: URL,
  visit: (url: URL) => Promise<Hop>,
): Promise<FetchedPage> {
  const urls: string[] = []
  let url = start
  while (urls.length <= MOST_REDIRECTS) {
    if (urls.includes(url.href)) throw new FetchError('too-many-redirects', 'redirects in a circle')
    urls.push(url.href)
    const hop = await visit(url)
    if ('found' in hop) return hop.found
    url = parsePageUrl(hop.location, url)
  }
  throw new FetchError('too-many-redirects', `redirects more than ${MOST_REDIRECTS} times`)
}

/** Returns the address of a page without its fragment; that of a redirect may be relative. */
export function parsePageUrl(address: string, from?: URL): URL {
  const verb = from ? 'redirects to' : 'has'
  const url = URL.parse(address, from?.href)
  if (!url) {
    throw new FetchError('bad-address', `${verb} no valid address`)
  }
  if (!SCHEMES.includes(url.protocol)) {
    const scheme = url.protocol.slice(0, MOST_SCHEME_CHARACTERS)
    throw new FetchError('bad-address', `${verb} a ${scheme} address; http and https can be read`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new FetchError('bad-address', `${verb} an address with a user or password in it`)
  }
  if (url.href.length > LONGEST_ADDRESS) {
    throw new FetchError('bad-address', `${verb} an address of over ${LONGEST_ADDRESS} characters`)
  }
  url.hash = ''
  return url
}
