import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { CircuitBreaker } from '@footnote/platform/circuit-breaker'
import { retryAfterMs } from '@footnote/platform/retry-after-ms'
import { Pool } from 'undici'
import type { CallSlots } from './call-slots.ts'
import { exchangeWhole, TooLargeError, type WholeReply } from './exchange-whole.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { callsAtOnce, rateLimitHeaders } from './response-headers.ts'
import type { Turn } from './time-budget.ts'
import { UpstreamError } from './upstream-error.ts'

export interface UpstreamRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the request occupies the engine while we wait, and so needs a slot. */
  readonly takesSlot?: boolean
  readonly turn: Turn
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
/** Pause before a full engine is asked again. */
const FULL_PAUSE_MS = 250

/**
 * HTTP toward one upstream. The library's own time limits are off: it would give up after 300
 * seconds where financial research may take 420. Every limit is the caller's signal.
 */
export function createHttpClient({
  url,
  apiKey,
  limiter,
  slots,
  breaker,
}: {
  url: string
  apiKey: string
  limiter: RateLimiter
  slots: CallSlots
  breaker: CircuitBreaker
}): HttpClient {
  const { origin, pathname } = new URL(url)
  const base = pathname.replace(/\/+$/, '')
  const options = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: CONNECT_MS } }
  const pool = new Pool(origin, { ...options, connections: 512 })
  // Streams stay open for as long as somebody watches: however many do, calls find a connection.
  const streamPool = new Pool(origin, { ...options, connections: 256 })
  // Errors from before a connection was ready, TLS included: whatever the code, nothing was sent.
  const notConnected = new WeakSet<Error>()
  for (const each of [pool, streamPool]) {
    each.on('connectionError', (_origin, _targets, error) => notConnected.add(error))
  }
  const headers = { 'x-api-key': apiKey, accept: 'application/json' }
  const jsonHeaders = { ...headers, 'content-type': 'application/json' }

  async function exchange(request: UpstreamRequest): Promise<UpstreamReply> {
    const { signal, endsAt } = request.turn
    for (;;) {
      const reply = await sendInSlot(request)
      const { status, headers } = reply
      const engineCalls = callsAtOnce(headers)
      if (engineCalls !== undefined) slots.setAtOnce(engineCalls)
      const body = parseJson(reply.body)
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

  async function sendInSlot(request: UpstreamRequest): Promise<WholeReply> {
    const { turn, takesSlot } = request
    const { signal } = turn
    const options = toOptions(request)
    const send = () =>
      connectAndSend(turn, () =>
        exchangeWhole(pool, options, { turn, mostBytes: MOST_REPLY_BYTES }),
      ).catch(noteFailure)
    if (!takesSlot) return send()
    let hasSlot = false
    const sendNow = () => {
      hasSlot = true
      return send()
    }
    return slots.run(turn, sendNow).catch(error => {
      throw hasSlot ? error : toWaitError(signal)
    })
  }

  async function connectAndSend<Reply extends { headers: IncomingHttpHeaders }>(
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
        if (!mayRepeat || pauseMs === undefined) throw toUpstreamError(error, signal)
        await pause(pauseMs, signal)
      }
    }
  }

  function toOptions({ method, path, body, headers: more }: UpstreamRequest) {
    const target = { method, path: base + path }
    return body === undefined
      ? { ...target, headers: { ...headers, ...more } }
      : { ...target, headers: { ...jsonHeaders, ...more }, body: JSON.stringify(body) }
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

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(cause => {
    throw toUpstreamError(cause, signal)
  })
}

/** For a call that was still waiting: its silence is ours, not the upstream's. */
function toWaitError({ reason }: AbortSignal): UpstreamError {
  return reason instanceof UpstreamError ? reason : new UpstreamError('not_sent')
}

function toUpstreamError(error: unknown, signal: AbortSignal): UpstreamError {
  if (error instanceof UpstreamError) return error
  if (signal.aborted) {
    const reason = signal.reason
    return reason instanceof UpstreamError ? reason : new UpstreamError('upstream_timeout')
  }
  if (error instanceof TooLargeError) return new UpstreamError('upstream_bad_body')
  // The original error stays out: its text may quote what was sent.
  return new UpstreamError('upstream_unreachable', { cause: errorCode(error) })
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
