import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { CircuitBreaker } from '@footnote/platform/circuit-breaker'
import { errorCode } from '@footnote/platform/error-code'
import { retryAfterMs } from '@footnote/platform/retry-after-ms'
import { Pool } from 'undici'
import { createEventsReader } from './call-events.ts'
import type { CallSlots, Slot } from './call-slots.ts'
import type { UpstreamConnections } from './connections.ts'
import { exchangeWhole, isEvents, TooLargeError } from './exchange-whole.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { callsAtOnce, rateLimitHeaders } from './response-headers.ts'
import type { Turn } from './time-budget.ts'
import { toWaitError, UpstreamError } from './upstream-error.ts'

export interface UpstreamRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly turn: Turn
}

export interface UpstreamReply {
  readonly status: number
  /** Parsed JSON; undefined when the body is no JSON. */
  readonly body: unknown
}

interface OwnHeaders {
  readonly headers: IncomingHttpHeaders
}

export interface HttpClient {
  /** Sends and reads a whole reply, then frees the slot; rejects with UpstreamError if there is no reply. */
  exchange(request: UpstreamRequest, slot: Slot): Promise<UpstreamReply>
  /** Opens a stream of server-sent events; undefined when the upstream offers none. */
  openStream(request: UpstreamRequest): Promise<AsyncIterable<Buffer> | undefined>
  close(): Promise<void>
}

const MOST_REPLY_BYTES = 32 * 1024 * 1024
const CONNECT_MS = 10_000
const CONNECT_PAUSES_MS = [100, 400]
/** Pause before a full engine is asked again. */
const FULL_PAUSE_MS = 250
/** Errors of this machine, which say nothing about the upstream: it is out of files, ports or memory. */
const LOCAL_CODES = new Set(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS', 'ENOMEM'])

/**
 * HTTP toward one upstream. The library's own time limits are off: it would give up after 300
 * seconds where financial research may take 420. Every limit is the caller's signal.
 */
export function createHttpClient({
  url,
  apiKey,
  limiter,
  slots,
  connections,
  breaker,
  traceHeaders = () => ({}),
}: {
  url: string
  apiKey: string
  limiter: RateLimiter
  /** Learn from the engine's replies how many calls it works on at once. */
  slots: Pick<CallSlots, 'setAtOnce'>
  connections: UpstreamConnections
  breaker: CircuitBreaker
  /** Continue the trace of a call at the upstream. */
  traceHeaders?: (() => Readonly<Record<string, string>>) | undefined
}): HttpClient {
  const { origin, pathname } = new URL(url)
  const base = pathname.replace(/\/+$/, '')
  const options = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: CONNECT_MS } }
  // One for each slot, so that nothing waits within the pool, where it would look like sent.
  const pool = new Pool(origin, {
    ...options,
    connections: connections.calls + connections.requests,
  })
  // Streams stay open for as long as somebody watches: however many do, calls find a connection.
  const streamPool = new Pool(origin, { ...options, connections: connections.streams })
  // Errors from before a connection was ready, TLS included: whatever the code, nothing was sent.
  const notConnected = new WeakSet<Error>()
  for (const each of [pool, streamPool]) {
    each.on('connectionError', (_origin, _targets, error) => notConnected.add(error))
  }
  const headers = { 'x-api-key': apiKey, accept: 'application/json' }
  const jsonHeaders = { ...headers, 'content-type': 'application/json' }

  async function exchange(request: UpstreamRequest, slot: Slot): Promise<UpstreamReply> {
    let hasReply = false
    try {
      const reply = await sendUntilTaken(request)
      hasReply = true
      return reply
    } finally {
      slot.free({ hasReply })
    }
  }

  async function sendUntilTaken(request: UpstreamRequest): Promise<UpstreamReply> {
    const { signal, endsAt } = request.turn
    for (;;) {
      const { headers, status, body } = await sendOnce(request)
      const engineCalls = callsAtOnce(headers)
      if (engineCalls !== undefined) slots.setAtOnce(engineCalls)
      if (status >= 500) breaker.failed()
      else breaker.succeeded()
      // Exhausted credit does not come back by waiting, nor does it keep anybody from looking.
      if (status !== 429 || mentions(body, 'spend_cap_exceeded')) return { status, body }
      // A full engine limits concurrency, not rate, so other calls don't wait.
      const isFull = engineCalls !== undefined
      const pauseMs = isFull ? FULL_PAUSE_MS : (retryAfterMs(headers) ?? 1_000)
      if (!isFull) limiter.holdBackMs(pauseMs)
      if (performance.now() + pauseMs >= endsAt) return { status, body }
      if (isFull) await pause(pauseMs, signal)
    }
  }

  async function sendOnce(request: UpstreamRequest): Promise<UpstreamReply & OwnHeaders> {
    const { turn } = request
    const options = toOptions(request)
    const events = turn.onEvent && createEventsReader(turn.onEvent)
    const limits = { turn, mostBytes: MOST_REPLY_BYTES, ...(events && { events }) }
    const reply = await connectAndSend(turn, () => exchangeWhole(pool, options, limits)).catch(
      noteFailure,
    )
    const { headers, status } = reply
    if (!events || !isEvents(headers)) return { headers, status, body: parseJson(reply.body) }
    return { headers, status, body: undefined, ...events.reply() }
  }

  async function connectAndSend<Reply extends OwnHeaders>(
    turn: Turn,
    send: () => Promise<Reply>,
  ): Promise<Reply> {
    const { signal } = turn
    for (let attempt = 0; ; attempt += 1) {
      await limiter.takeTurn(turn).catch(() => {
        throw toWaitError(signal)
      })
      try {
        const reply = await send()
        limiter.learn(rateLimitHeaders(reply.headers))
        return reply
      } catch (error) {
        const pauseMs = CONNECT_PAUSES_MS[attempt]
        const mayRepeat = error instanceof Error && notConnected.has(error)
        const failure = toUpstreamError(error, signal)
        if (!mayRepeat || pauseMs === undefined) throw failure
        await delay(pauseMs, undefined, { signal }).catch(() => {
          throw signal.reason instanceof UpstreamError ? signal.reason : failure
        })
      }
    }
  }

  function toOptions({ method, path, body, headers: more }: UpstreamRequest) {
    const target = { method, path: base + path }
    return body === undefined
      ? { ...target, headers: { ...headers, ...more, ...traceHeaders() } }
      : {
          ...target,
          headers: { ...jsonHeaders, ...more, ...traceHeaders() },
          body: JSON.stringify(body),
        }
  }

  function noteFailure(failure: UpstreamError): never {
    const { refundCause } = failure
    if (refundCause === 'upstream_timeout' || refundCause === 'upstream_unreachable')
      breaker.failed()
    throw failure
  }

  async function openStream(request: UpstreamRequest): Promise<AsyncIterable<Buffer> | undefined> {
    // Watchers come and go as they like, so what ends here says nothing about the upstream.
    const { turn } = request
    const response = await connectAndSend(turn, () =>
      streamPool.request({ ...toOptions(request), signal: turn.signal }),
    )
    if (response.statusCode === 200 && isEvents(response.headers)) {
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

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(cause => {
    throw toUpstreamError(cause, signal)
  })
}

function toUpstreamError(error: unknown, signal: AbortSignal): UpstreamError {
  if (error instanceof UpstreamError) return error
  if (signal.aborted) {
    const reason = signal.reason
    return reason instanceof UpstreamError ? reason : new UpstreamError('upstream_timeout')
  }
  if (error instanceof TooLargeError) return new UpstreamError('upstream_bad_body')
  // The original error stays out: its text may quote what was sent.
  const cause = errorCode(error)
  const isLocal = cause !== undefined && LOCAL_CODES.has(cause)
  return new UpstreamError(isLocal ? 'not_sent' : 'upstream_unreachable', { cause })
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
