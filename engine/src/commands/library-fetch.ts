import { ExtractError } from '../extract/extract-error.ts'
import { MAX_BYTES } from '../extract/limits.ts'

export interface FetchedPage {
  readonly bytes: Uint8Array
  /** Where it was found at the end of all redirects. */
  readonly url: string
  readonly contentType?: string
  readonly lastModified?: string
}

const TIMEOUT_MS = 30_000
const MOST_REDIRECTS = 5
const HEADERS = {
  accept: 'text/html,application/pdf,text/markdown,text/plain,application/json,text/csv,*/*;q=0.5',
  'user-agent': 'Footnote-Library/0.1',
}
/** A page that was last modified as it was sent is made anew for everybody, and tells no date. */
const FRESH_MS = 60_000

/** Fetches what the operator names, so an address of the operator's own network is as good as any. */
export async function fetchPage(
  address: string,
  { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = {},
): Promise<FetchedPage> {
  const signal = AbortSignal.timeout(timeoutMs)
  let url = address
  try {
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const response = await fetch(url, { redirect: 'manual', headers: HEADERS, signal })
      const location = response.headers.get('location')
      if (response.status < 300 || response.status >= 400 || location === null) {
        return await readPage(response, url, maxBytes)
      }
      await response.body?.cancel()
      url = nextUrl(location, url)
    }
  } catch (cause) {
    if (cause instanceof ExtractError) throw cause
    if (signal.aborted) throw new ExtractError(`did not arrive within ${timeoutMs / 1000} s`)
    throw new ExtractError(`cannot be fetched: ${rootMessage(cause)}`, { cause })
  }
  throw new ExtractError(`redirects more than ${MOST_REDIRECTS} times`)
}

async function readPage(response: Response, url: string, maxBytes: number): Promise<FetchedPage> {
  if (!response.ok || !response.body) {
    await response.body?.cancel()
    throw new ExtractError(`was answered with status ${response.status}`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > maxBytes) throw new ExtractError(`is larger than ${maxBytes / 1024 / 1024} MB`)
    chunks.push(chunk)
  }
  const contentType = response.headers.get('content-type')
  const lastModified = response.headers.get('last-modified')
  const age = Date.parse(response.headers.get('date') ?? '') - Date.parse(lastModified ?? '')
  return {
    bytes: Buffer.concat(chunks),
    url: url.replace(/#.*$/s, ''),
    ...(contentType && { contentType }),
    ...(lastModified && !(age < FRESH_MS) && { lastModified }),
  }
}

function nextUrl(location: string, from: string): string {
  if (!URL.canParse(location, from)) throw new ExtractError('redirects to no valid address')
  const next = new URL(location, from)
  if (next.protocol !== 'https:' && next.protocol !== 'http:') {
    throw new ExtractError(`redirects to a ${next.protocol} address`)
  }
  return next.href
}

function rootMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : rootMessage(error.cause)
}
