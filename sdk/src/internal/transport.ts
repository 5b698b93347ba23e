export interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** Ends the exchange, the reading of the reply's body included. */
  readonly signal: AbortSignal
}

export interface HttpReply {
  readonly status: number
  header(name: string): string | undefined
  readonly body: AsyncIterable<Uint8Array>
}

/**
 * One exchange over HTTP: follows no redirect, which would carry the key elsewhere, and has no time
 * limit of its own.
 */
export type Transport = (request: HttpRequest) => Promise<HttpReply>
