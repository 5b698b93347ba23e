import type { Fetch } from '../core/footnote-options.ts'
import type { Log } from './create-log.ts'

/** A service and how to reach it. All calls of one client share it. */
export interface Service {
  /** Address of the service, without a trailing slash. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly maxRetries: number
  /** Time limit of a call in milliseconds, if the caller chose one for all. */
  readonly timeoutMs: number | undefined
  /** Headers of the caller, which every request has. */
  readonly headers: Readonly<Record<string, string>>
  readonly log: Log
  readonly transport: Transport
  /** Waits; rejects as soon as the signal is aborted. */
  readonly pause: (pauseMs: number, signal?: AbortSignal) => Promise<void>
}

/** One call of the API. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly body?: object | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** The id of a paid call, chosen here so that it is known even if no reply arrives. */
  readonly requestId?: string | undefined
  /** True for a POST or PATCH that costs nothing, whatever happens to it. */
  readonly isFree?: boolean
  /** Time limit for a reply if the caller sets none. */
  readonly limitMs: number
}

export interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** Ends the exchange, including the read of the reply's body. */
  readonly signal: AbortSignal
}

export interface HttpReply {
  readonly status: number
  readonly headers: Headers
  readonly body: AsyncIterable<Uint8Array>
}

/**
 * Sends one HTTP request. Follows no redirect, which would send the key elsewhere, and sets no time limit
 * of its own.
 */
export type Transport = (request: HttpRequest) => Promise<HttpReply>

/** Creates a transport on the runtime's fetch, or on the caller's. */
export function createFetchTransport(fetch: Fetch): Transport {
  return async ({ method, url, headers, body, signal }) => {
    const response = await fetch(url, {
      method,
      headers,
      signal,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    })
    return {
      status: response.status,
      headers: response.headers,
      body: response.body ?? nothing(),
    }
  }
}

async function* nothing(): AsyncGenerator<never> {}
