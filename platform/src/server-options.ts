import type { Socket } from 'node:net'

/** Limits on request headers and on the time a request takes to arrive. */
export const transportLimits = {
  headerKibibytes: 16,
  headersSeconds: 15,
  requestSeconds: 30,
} as const

const HEADER_BYTES = transportLimits.headerKibibytes * 1_024

/** Options that all our HTTP servers share. */
export const serverOptions = {
  requestTimeout: transportLimits.requestSeconds * 1_000,
  /** Longer than the idle time of common clients and load balancers, so that they close first. */
  keepAliveTimeout: 75_000,
  return503OnClosing: false,
  /** As long as a request line can be, so that a very long task id is unknown and not an error. */
  routerOptions: { maxParamLength: HEADER_BYTES },
  http: {
    maxHeaderSize: HEADER_BYTES,
    headersTimeout: transportLimits.headersSeconds * 1_000,
    connectionsCheckingInterval: 5_000,
  },
} as const

interface Refusal {
  /** Such as `400 Bad Request`. */
  readonly status: string
  readonly headers?: string
  readonly body: object
}

/**
 * Replies to input that never became a request, such as broken HTTP, oversized headers or slow senders. `refuse`
 * gets the code of the error.
 */
export function refuseConnection(
  { code = '' }: Error & { code?: string },
  socket: Socket,
  refuse: (code: string) => Refusal,
): void {
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const { status, headers = '', body } = refuse(code)
  const text = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n${headers}` +
      `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  )
}
