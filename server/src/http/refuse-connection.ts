import { randomUUIDv7 } from 'node:crypto'
import type { Socket } from 'node:net'
import { errorBody } from '../api-error.ts'
import { transportLimits } from './transport-limits.ts'
import { invalid } from './validate-body.ts'

const MESSAGES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: `must not have more than ${transportLimits.headerKibibytes} KiB of headers`,
  ERR_HTTP_REQUEST_TIMEOUT: `must arrive within ${transportLimits.requestSeconds} seconds`,
}

/** Answers what never became a request: broken HTTP, oversized headers, senders that are too slow. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const requestId = randomUUIDv7()
  const message = MESSAGES[error.code ?? ''] ?? 'must be valid HTTP/1.1'
  const body = JSON.stringify(
    errorBody(invalid('INVALID_REQUEST', [{ path: '', message }]), requestId),
  )
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `X-Request-Id: ${requestId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  )
}
