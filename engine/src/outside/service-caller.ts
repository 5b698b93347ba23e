/** Calls one service that the operator has configured, with time limits, back-off and a breaker. */
export interface ServiceCaller {
  /**
   * The JSON of a good reply; rejects with a ServiceError otherwise, or with the signal's reason when
   * the caller's signal aborts.
   */
  json(path: string, options: ServiceCall): Promise<unknown>
  close(): Promise<void>
}

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
