import type { IncomingHttpHeaders } from 'node:http'
import { createCircuitBreaker } from '@footnote/platform/circuit-breaker'
import { errorCode } from '@footnote/platform/error-code'
import { NOT_CONNECTED } from '@footnote/platform/not-connected'
import { retryAfterMs } from '@footnote/platform/retry-after-ms'
import { type Dispatcher, Pool } from 'undici'
import { decodePercent } from '../decode-percent.ts'
import { FetchError } from '../fetch/fetcher.ts'
import { readBody } from '../fetch/request-page.ts'
import { type Clock, createTurns, realClock } from './turns.ts'

/** Calls one service that the operator has configured, with time limits, back-off and a breaker. */
export interface ServiceCaller {
  /**
   * The JSON of a good reply; rejects with a ServiceError otherwise, or with the signal's reason when
   * the caller's signal aborts.
   */
  json(path: string, options: ServiceCall): Promise<unknown>
  close(): Promise<void>
}

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

interface FaultDetails extends ErrorOptions {
  readonly status?: number
  readonly againInMs?: number
  readonly said?: string
}

/** The message contains nothing of the request or reply. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  readonly service: string
  /** The status of the reply, if there was one. */
  readonly status: number | undefined
  /** The pause before the call may be sent once more; undefined if that would not help. */
  readonly againInMs: number | undefined
  readonly #said: string

  constructor(service: string, message: string, details: FaultDetails = {}) {
    super(message, details)
    this.service = service
    this.status = details.status
    this.againInMs = details.againInMs
    this.#said = details.said ?? ''
  }

  /** The service's own words, for decisions: they are in no log and no message. */
  get refusal(): string {
    return this.#said
  }
}

export interface ServiceOptions {
  /** For errors and the log. */
  readonly name: string
  readonly baseUrl: string
  readonly headers?: Readonly<Record<string, string>>
  /** Calls per second; further ones wait. */
  readonly callsPerSecond?: number
  /** The pause after several failures in a row. */
  readonly pauseMs?: number
  /** Messages for statuses that mean something of their own with this service. */
  readonly refusals?: Readonly<Record<number, string>>
}

const HEADERS = {
  accept: 'application/json',
  'accept-encoding': 'gzip',
  'user-agent': 'Footnote-Engine/0.1',
}
const MOST_BYTES = 5 * 1024 * 1024
const MOST_REFUSAL_BYTES = 64 * 1024
const MOST_CONNECTIONS = 32
const PAUSE_MS = 10_000
const FAILURES_TO_OPEN = 5
const BACK_OFF_MS = 400
/** Longer pauses are cut to this. */
const LONGEST_REST_MS = 60_000

interface Deadline {
  readonly endsAt: number
  readonly signal: AbortSignal
}

/**
 * Calls a service that the operator configured. Its address is trusted, even a private one. Its replies are
 * not, and redirects are not followed.
 */
export function createServiceCaller(
  {
    name,
    baseUrl,
    headers: ownHeaders,
    callsPerSecond,
    pauseMs = PAUSE_MS,
    refusals = {},
  }: ServiceOptions,
  { clock = realClock, jitter = Math.random }: { clock?: Clock; jitter?: () => number } = {},
): ServiceCaller {
  const base = new URL(baseUrl)
  // A call's time is its only limit, so undici's own are off.
  const pool = new Pool(base.origin, {
    connections: MOST_CONNECTIONS,
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
  })
  const breaker = createCircuitBreaker({ pauseMs, failuresToOpen: FAILURES_TO_OPEN })
  const turns = createTurns(callsPerSecond, clock)
  /** The end of the pause that the service asked for. */
  let restsUntil = Number.NEGATIVE_INFINITY
  const isToldWhoAsks = new Headers(ownHeaders).has('user-agent')
  const fail = (message: string, details?: FaultDetails) =>
    new ServiceError(name, `${name} ${message}`, details)
  const backOffMs = () => BACK_OFF_MS * (0.5 + jitter())

  function refuseWhileDown(endsAt: number): void {
    if (!breaker.admits()) throw fail(`has failed and is left alone for ${pauseMs / 1000} s`)
    if (restsUntil < endsAt) return
    const seconds = Math.ceil((restsUntil - clock.now()) / 1000)
    throw fail(`asked to be left alone for another ${seconds} s`)
  }

  /** Waits for the call's turn; rejects at once if it cannot come in time. */
  async function enter({ endsAt, signal }: Deadline): Promise<void> {
    if (clock.now() >= endsAt) throw fail('was not asked: no time was left')
    do {
      refuseWhileDown(endsAt)
      if (!(await turns.take({ notBefore: restsUntil, endsAt, signal }))) {
        throw fail('is asked as often as it may be; this call came too late')
      }
      // While this call waited, the service may have asked another one to stay away.
    } while (restsUntil > clock.now())
    refuseWhileDown(endsAt)
    breaker.sending()
  }

  async function refusal(reply: Dispatcher.ResponseData): Promise<ServiceError> {
    const { statusCode: status, headers, body } = reply
    if (status === 429 || status === 503) {
      breaker.failed()
      const restMs = Math.min(retryAfterMs(headers) ?? 0, LONGEST_REST_MS)
      restsUntil = Math.max(restsUntil, clock.now() + restMs)
      const againInMs = Math.max(restMs, backOffMs())
      body.dump().catch(() => {})
      const message = `answered with status ${status}: it is overloaded or asked too often`
      return fail(message, { status, againInMs })
    }
    const isShutOut = status === 401 || status === 403
    if (!isShutOut && status >= 400 && status < 500) breaker.succeeded()
    // A wrong key stays wrong, so no call is sent for a while.
    else for (let count = isShutOut ? FAILURES_TO_OPEN : 1; count > 0; count -= 1) breaker.failed()
    // The status is enough if the body is lost.
    const options = { encoding: encodingOf(headers), maxBytes: MOST_REFUSAL_BYTES, isCut: true }
    const said = Buffer.from(await readBody(body, options).catch(() => [])).toString('utf8')
    const usual = `answered with status ${status}${adviceFor(status, isToldWhoAsks)}`
    return fail(refusals[status] ?? usual, { status, said })
  }

  async function readJson({ headers, body }: Dispatcher.ResponseData, maxBytes: number) {
    const encoding = encodingOf(headers)
    try {
      // The content type is ignored, because it is often wrong.
      return JSON.parse(Buffer.from(await readBody(body, { encoding, maxBytes })).toString('utf8'))
    } catch (error) {
      if (error instanceof SyntaxError) throw fail('sent a reply that is no JSON')
      if (error instanceof FetchError) {
        throw fail(`sent a reply ${error.message.replace(/^is /, '')}`)
      }
      const isPacked = /^(?:Z_|ERR_|ZSTD_)/.test(errorCode(error) ?? '')
      throw isPacked ? fail('sent a reply that is broken') : error
    }
  }

  async function send(
    request: Dispatcher.RequestOptions,
    { maxBytes, ...deadline }: Deadline & { readonly maxBytes: number },
  ): Promise<unknown> {
    const { signal } = deadline
    await enter(deadline)
    try {
      const reply = await pool.request({ ...request, signal })
      if (reply.statusCode < 200 || reply.statusCode >= 300) {
        throw await refusal(reply)
      }
      const value: unknown = await readJson(reply, maxBytes)
      breaker.succeeded()
      return value
    } catch (error) {
      if (error instanceof ServiceError && error.status !== undefined) throw error
      signal.throwIfAborted()
      breaker.failed()
      if (error instanceof ServiceError) throw error
      // The original error is left out, because it may quote the request.
      const cause = errorCode(error)
      throw fail(`cannot be reached${cause ? ` (${cause})` : ''}`, {
        cause,
        ...(NOT_CONNECTED.has(cause ?? '') && { againInMs: backOffMs() }),
      })
    }
  }

  return {
    async json(path, call) {
      const { timeoutMs, maxBytes = MOST_BYTES } = call
      const limit = AbortSignal.timeout(Math.max(0, Math.ceil(timeoutMs)))
      const signal = call.signal ? AbortSignal.any([call.signal, limit]) : limit
      const request = buildRequest(base, { path, call, ownHeaders })
      const options = { maxBytes, endsAt: clock.now() + timeoutMs, signal }
      try {
        return await send(request, options).catch(async error => {
          const againInMs = error instanceof ServiceError ? error.againInMs : undefined
          if (againInMs === undefined || clock.now() + againInMs >= options.endsAt) throw error
          await clock.sleep(againInMs, signal)
          return await send(request, options)
        })
      } catch (error) {
        call.signal?.throwIfAborted()
        if (error instanceof ServiceError || !limit.aborted) throw error
        breaker.failed()
        throw fail(`did not answer within ${Math.round(timeoutMs) / 1000} s`)
      }
    },
    close: () => pool.destroy(),
  }
}

/** Services without keys, such as EDGAR, refuse user agents without a real contact address. */
function adviceFor(status: number, isToldWhoAsks: boolean): string {
  if (status === 401 || status === 403) {
    return isToldWhoAsks
      ? '; check that FOOTNOTE_CONTACT is an address that you can be reached by'
      : '; check its key and its settings'
  }
  return status >= 300 && status < 400 ? ', which leads elsewhere; check its address' : ''
}

interface RequestParts {
  readonly path: string
  readonly call: ServiceCall
  readonly ownHeaders?: Readonly<Record<string, string>> | undefined
}

/** Builds the request for a call, below the path of the service's address. */
function buildRequest(base: URL, { path, call, ownHeaders = {} }: RequestParts) {
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

/** Sends credentials in the address as browsers do. */
function credentials({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const pair = `${decodePercent(username)}:${decodePercent(password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

function encodingOf(headers: IncomingHttpHeaders): string {
  return [headers['content-encoding'] ?? ''].flat().join(', ')
}
