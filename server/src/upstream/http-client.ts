import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { CircuitBreaker } from '@footnote/platform/circuit-breaker'
import { NOT_CONNECTED } from '@footnote/platform/not-connected'
import { retryAfterMs } from '@footnote/platform/retry-after-ms'
import { Pool } from 'undici'
import { exchangeWhole, TooLargeError } from './exchange-whole.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { rateLimitHeaders } from './response-headers.ts'
import type { TimeBudget } from './time-budget.ts'
import { UpstreamError } from './upstream-error.ts'

interface UpstreamRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  readonly budget: TimeBudget
}

export interface UpstreamReply {
  readonly status: number
  /** Parsed JSON; undefined when the body is no JSON. */
  readonly body: unknown
}

export interface HttpClient {
  /** Sends and reads a whole reply; rejects with UpstreamError when there is none. */
  exchange(request: UpstreamRequest): Promise<UpstreamReply>
  /** Opens a stream of server-sent events; undefined when the upstream offers none. */
  openStream(request: UpstreamRequest): Promise<AsyncIterable<Buffer> | undefined>
  close(): Promise<void>
}

const MOST_REPLY_BYTES = 32 * 1024 * 1024
const CONNECT_MS = 10_000
const CONNECT_PAUSES_MS = [100, 400]
/**
 * HTTP toward one upstream. The library's own time limits are off: it would give up after 300
 * seconds where a finance call may take 420. Every limit is the caller's signal.
 */
export function createHttpClient({
  url,
  apiKey,
  limiter,
  breaker,
}: {
  url: string
  apiKey: string
  limiter: RateLimiter
  breaker: CircuitBreaker
}): HttpClient {
  const { origin, pathname } = new URL(url)
  const base = pathname.replace(/\/+$/, '')
  const options = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: CONNECT_MS } }
  const pool = new Pool(origin, { ...options, connections: 512 })
  // Streams stay open for as long as somebody watches: however many do, calls find a connection.
  const streamPool = new Pool(origin, { ...options, connections: 256 })
  const headers = { 'x-api-key': apiKey, accept: 'application/json' }
  const jsonHeaders = { ...headers, 'content-type': 'application/json' }

  async function exchange(request: UpstreamRequest): Promise<UpstreamReply> {
    const { signal, endsAt } = request.budget
    const options = toOptions(request)
    for (;;) {
      const reply = await connectAndSend(request.budget, () =>
        exchangeWhole(pool, options, { signal, mostBytes: MOST_REPLY_BYTES }),
      ).catch(noteFailure)
      const { status, headers } = reply
      const body = parseJson(reply.body)
      if (status >= 500) breaker.failed()
      else breaker.succeeded()
      // Exhausted credit does not come back by waiting, nor does it keep anybody from looking.
      if (status !== 429 || mentions(body, 'spend_cap_exceeded')) return { status, body }
      const pauseMs = retryAfterMs(headers) ?? 1_000
      limiter.holdBackMs(pauseMs)
      if (performance.now() + pauseMs >= endsAt) return { status, body }
    }
  }

  async function connectAndSend<Reply extends { headers: IncomingHttpHeaders }>(
    budget: TimeBudget,
    send: () => Promise<Reply>,
  ): Promise<Reply> {
    const { signal } = budget
    for (let attempt = 0; ; attempt += 1) {
      await limiter.takeTurn(budget).catch(error => {
        throw signal.aborted
          ? toUpstreamError(error, signal)
          : new UpstreamError('upstream_refused')
      })
      try {
        const reply = await send()
        limiter.learn(rateLimitHeaders(reply.headers))
        return reply
      } catch (error) {
        const pauseMs = CONNECT_PAUSES_MS[attempt]
        if (!isNotConnected(error) || pauseMs === undefined) throw toUpstreamError(error, signal)
        await delay(pauseMs, undefined, { signal }).catch(cause => {
          throw toUpstreamError(cause, signal)
        })
      }
    }
  }

  function toOptions({ method, path, body }: UpstreamRequest) {
    return body === undefined
      ? { method, path: base + path, headers }
      : { method, path: base + path, headers: jsonHeaders, body: JSON.stringify(body) }
  }

  function noteFailure(failure: UpstreamError): never {
    const { refundCause } = failure
    if (refundCause === 'upstream_timeout' || refundCause === 'upstream_unreachable')
      breaker.failed()
    throw failure
  }

  async function openStream(request: UpstreamRequest): Promise<AsyncIterable<Buffer> | undefined> {
    // Watchers come and go as they like, so what ends here says nothing about the upstream.
    const { budget } = request
    const response = await connectAndSend(budget, () =>
      streamPool.request({ ...toOptions(request), signal: budget.signal }),
    )
    const type = String(response.headers['content-type'] ?? '')
    if (response.statusCode === 200 && type.startsWith('text/event-stream')) {
      return response.body as AsyncIterable<Buffer>
    }
    await response.body.dump()
    return undefined
  }

  async function close(): Promise<void> {
    await Promise.all([pool.destroy(), streamPool.destroy()])
  }

  return { exchange, openStream, close }
}

function toUpstreamError(error: unknown, signal: AbortSignal): UpstreamError {
  if (signal.aborted) {
    const reason = signal.reason
    return reason instanceof UpstreamError ? reason : new UpstreamError('upstream_timeout')
  }
  if (error instanceof TooLargeError) return new UpstreamError('upstream_bad_body')
  // The original error stays out: its text may quote what was sent.
  return new UpstreamError('upstream_unreachable', { cause: errorCode(error) })
}

function isNotConnected(error: unknown): boolean {
  return NOT_CONNECTED.has(errorCode(error) ?? '')
}

function errorCode(error: unknown): string | undefined {
  if (error instanceof AggregateError) return errorCode(error.errors[0])
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

function mentions(body: unknown, word: string): boolean {
  return body !== undefined && JSON.stringify(body).includes(word)
}
