import { NOT_CONNECTED } from '@footnote/platform/not-connected'
import { type Dispatcher, Pool } from 'undici'
import { type Clock, createAdmission, NotAdmittedError, realClock } from './admission.ts'
import {
  BadReplyError,
  buildRequest,
  errorCode,
  exchangeJson,
  type JsonReply,
  retryAfterMs,
  type ServiceCall,
} from './exchange-json.ts'

/** Calls one service that the operator has configured, with time limits, back-off and a breaker. */
export interface ServiceCaller {
  /**
   * The JSON of a good reply; rejects with a ServiceError otherwise, or with the signal's reason when
   * the caller's signal aborts.
   */
  json(path: string, options: ServiceCall): Promise<unknown>
  close(): Promise<void>
}

/** The message contains nothing of the request or reply. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  readonly service: string
  /** The status of the reply, if there was one. */
  readonly status: number | undefined

  constructor(service: string, message: string, options: ErrorOptions & { status?: number } = {}) {
    super(message, options)
    this.service = service
    this.status = options.status
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
}

const MOST_BYTES = 5 * 1024 * 1024
const MOST_CONNECTIONS = 32
const PAUSE_MS = 10_000
const BACK_OFF_MS = 400
interface Sending {
  readonly maxBytes: number
  readonly endsAt: number
  readonly signal: AbortSignal
}

/** The outcome of one attempt: a value, or an error and whether the call may be sent once more. */
type Outcome =
  | { readonly value: unknown }
  | { readonly error: ServiceError; readonly againInMs?: number }

/**
 * Calls a service that the operator configured. Its address is trusted, even a private one. Its replies are
 * not, and redirects are not followed.
 */
export function createServiceCaller(
  { name, baseUrl, headers: ownHeaders, callsPerSecond, pauseMs = PAUSE_MS }: ServiceOptions,
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
  const admission = createAdmission({ callsPerSecond, pauseMs, clock })
  const isToldWhoAsks = new Headers(ownHeaders).has('user-agent')
  const fail = (message: string, options?: ErrorOptions & { status?: number }) =>
    new ServiceError(name, `${name} ${message}`, options)

  function judge({ status, headers, body }: JsonReply): Outcome {
    if (status >= 200 && status < 300) {
      admission.succeeded()
      return { value: body }
    }
    if (status === 429 || status === 503) {
      admission.failed()
      const restMs = retryAfterMs(headers)
      if (restMs !== undefined) admission.restFor(restMs)
      const error = fail(`answered with status ${status}: it is overloaded or asked too often`, {
        status,
      })
      return { error, againInMs: Math.max(restMs ?? 0, backOffMs(jitter)) }
    }
    // A wrong key stays wrong.
    if (status === 401 || status === 403) admission.shutOut()
    else if (status >= 400 && status < 500) admission.succeeded()
    else admission.failed()
    return {
      error: fail(`answered with status ${status}${adviceFor(status, isToldWhoAsks)}`, { status }),
    }
  }

  async function send(request: Dispatcher.RequestOptions, options: Sending): Promise<Outcome> {
    try {
      await admission.enter(options)
    } catch (error) {
      if (error instanceof NotAdmittedError) return { error: fail(error.message) }
      throw error
    }
    let reply: JsonReply
    try {
      reply = await exchangeJson(pool, request, options)
    } catch (error) {
      options.signal.throwIfAborted()
      admission.failed()
      if (error instanceof BadReplyError) return { error: fail(`sent a reply ${error.message}`) }
      // The original error is left out, because it may quote the request.
      const cause = errorCode(error)
      return {
        error: fail(`cannot be reached${cause ? ` (${cause})` : ''}`, { cause }),
        ...(NOT_CONNECTED.has(cause ?? '') && { againInMs: backOffMs(jitter) }),
      }
    }
    return judge(reply)
  }

  async function sendTwice(request: Dispatcher.RequestOptions, options: Sending) {
    const first = await send(request, options)
    if ('value' in first) return first.value
    const { error, againInMs } = first
    if (againInMs === undefined || clock.now() + againInMs >= options.endsAt) throw error
    await clock.sleep(againInMs, options.signal)
    const second = await send(request, options)
    if ('value' in second) return second.value
    throw second.error
  }

  return {
    async json(path, call) {
      const { timeoutMs, maxBytes = MOST_BYTES } = call
      const limit = AbortSignal.timeout(Math.max(0, Math.ceil(timeoutMs)))
      const signal = call.signal ? AbortSignal.any([call.signal, limit]) : limit
      const request = { ...buildRequest(base, { path, call, ownHeaders }), signal }
      try {
        return await sendTwice(request, { maxBytes, endsAt: clock.now() + timeoutMs, signal })
      } catch (error) {
        call.signal?.throwIfAborted()
        if (error instanceof ServiceError || !limit.aborted) throw error
        admission.failed()
        throw fail(`did not answer within ${Math.round(timeoutMs) / 1000} s`)
      }
    },
    close: () => pool.destroy(),
  }
}

function backOffMs(jitter: () => number): number {
  return BACK_OFF_MS * (0.5 + jitter())
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
