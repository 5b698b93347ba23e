import type { Transport } from '../internal/transport.ts'

/** A service and how to talk to it: what every call of one client shares. */
export interface Service {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly maxRetries: number
  readonly transport: Transport
  /** Rejects as soon as the signal is aborted. */
  readonly pause: (pauseMs: number, signal?: AbortSignal) => Promise<void>
}

/** What one call sends. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly body?: object | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** How long a reply may take where the caller sets no limit. */
  readonly limitMs: number
}

export interface CallOptions {
  /** Ends the waiting. A paid call that was sent goes on, and is settled by its outcome. */
  readonly signal?: AbortSignal | undefined
  /** How long to wait at most, retries included; left alone, as long as the service may take. */
  readonly timeoutMs?: number | undefined
}
