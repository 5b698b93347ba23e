import type { IncomingHttpHeaders } from 'node:http'
import { retryAfterMs as readRetryAfterMs } from '@footnote/platform/retry-after-ms'
import type { Dispatcher } from 'undici'
import { decodePercent } from '../decode-percent.ts'
import { FetchError } from '../fetch/fetcher.ts'
import { readBody } from '../fetch/request-page.ts'

/** One call of a service. */
export interface ServiceCall {
  readonly method?: 'GET' | 'POST'
  /** Sent as the query string. */
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** Sent as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly maxBytes?: number
  readonly signal?: AbortSignal
}

export interface JsonReply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The body of a good reply; that of a refusal is ignored. */
  readonly body?: unknown
}

const HEADERS = {
  accept: 'application/json',
  'accept-encoding': 'gzip',
  'user-agent': 'Footnote-Engine/0.1',
}
/** Longer pauses are cut to this. */
const LONGEST_MS = 60_000

/** A useless reply; the message gives the reason and nothing of the content. */
export class BadReplyError extends Error {
  override name = 'BadReplyError'
}

/** Sends a request and reads the JSON of a good reply, up to a limit. */
export async function exchangeJson(
  dispatcher: Dispatcher,
  request: Dispatcher.RequestOptions,
  { maxBytes }: { readonly maxBytes: number },
): Promise<JsonReply> {
  const { statusCode: status, headers, body } = await dispatcher.request(request)
  if (status < 200 || status >= 300) {
    // The body of a refusal is of no use.
    body.dump().catch(() => {})
    return { status, headers }
  }
  const encoding = [headers['content-encoding'] ?? ''].flat().join(', ')
  const bytes = await readBody(body, { encoding, maxBytes }).catch(toBadReply)
  return { status, headers, body: parse(Buffer.from(bytes)) }
}

/** Errors of the connection stay as they are, because the call may then be sent again. */
function toBadReply(error: unknown): never {
  if (error instanceof FetchError) throw new BadReplyError(error.message.replace(/^is /, ''))
  const isPacked = /^(?:Z_|ERR_|ZSTD_)/.test(errorCode(error) ?? '')
  throw isPacked ? new BadReplyError('that is broken') : error
}

/** Parses the body whatever its content type says, which is often wrong. */
function parse(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8'))
  } catch {
    throw new BadReplyError('that is no JSON')
  }
}

/** Builds the request for a call, below the path of the service's address. */
export function buildRequest(
  base: URL,
  { path, call, ownHeaders = {} }: RequestParts,
): {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
} {
  const { method = 'GET', body, query = {} } = call
  const headers = new Headers({ ...HEADERS, ...credentials(base) })
  if (body !== undefined) headers.set('content-type', 'application/json')
  for (const [key, value] of Object.entries({ ...ownHeaders, ...call.headers })) {
    headers.set(key, value)
  }
  const fields = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) fields.set(key, String(value))
  }
  const search = fields.size === 0 ? '' : `?${fields}`
  return {
    method,
    path: `${base.pathname.replace(/\/+$/, '')}${path}${search}`,
    headers: Object.fromEntries(headers),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
}

interface RequestParts {
  readonly path: string
  readonly call: ServiceCall
  readonly ownHeaders?: Readonly<Record<string, string>> | undefined
}

/** Sends credentials in the address as browsers do. */
function credentials({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const pair = `${decodePercent(username)}:${decodePercent(password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

/** Returns the pause that a service asks for, up to a limit. */
export function retryAfterMs(headers: IncomingHttpHeaders): number | undefined {
  const ms = readRetryAfterMs(headers)
  return ms === undefined ? undefined : Math.min(ms, LONGEST_MS)
}

/** Returns the code of a failed connection. Its message may quote the request, so it stays out. */
export function errorCode(error: unknown): string | undefined {
  if (error instanceof AggregateError) return errorCode(error.errors[0])
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
