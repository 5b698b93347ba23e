import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { HandshakeError } from './failures.ts'
import type { HttpReply, HttpRequest, Transport } from './transport.ts'

/** Shorter than servers keep idle connections, so that calls rarely use a closing one. */
const IDLE_MS = 4_000
/** Financial research is silent for minutes, and routers drop idle connections. */
const TCP_KEEPALIVE_MS = 30_000

/**
 * Creates a transport on Node's HTTP client, because fetch times out after 300 seconds without a reply and
 * financial research may take longer. A call that may cost money gets a new connection: a reused one may be
 * closing, and Deno resends a request that it lost that way.
 */
export function createNodeTransport(): Transport {
  const agents = {
    'http:': new http.Agent({ keepAlive: true, timeout: IDLE_MS }),
    'https:': new https.Agent({ keepAlive: true, timeout: IDLE_MS }),
  }
  return request => {
    const isSecure = request.url.startsWith('https:')
    const [client, kept] = isSecure ? [https, agents['https:']] : [http, agents['http:']]
    return sendOnce(client, request.method === 'GET' ? kept : false, request)
  }
}

function sendOnce(
  client: typeof http | typeof https,
  agent: http.Agent | false,
  { method, url, headers, body, signal }: HttpRequest,
): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    const request = client.request(url, {
      method,
      agent,
      signal,
      headers: {
        ...headers,
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
    })
    request.once('socket', socket => socket.setKeepAlive(true, TCP_KEEPALIVE_MS))
    request.once('response', message => resolve(Promise.resolve(message).then(toReply)))
    request.on('error', error => reject(isHandshaking(request) ? handshakeError(error) : error))
    // Also covers a close without an error, such as after an unrequested protocol switch.
    request.once('close', () => reject(new Error('the connection was closed')))
    request.end(body)
  })
}

/** Returns whether the TLS handshake has yet to succeed; the request is sent only after it does. */
function isHandshaking({ socket }: http.ClientRequest): boolean {
  const { secureConnecting } = (socket ?? {}) as { secureConnecting?: unknown }
  return secureConnecting === true
}

function handshakeError(cause: Error): HandshakeError {
  return new HandshakeError('the TLS handshake failed', { cause })
}

function toReply(message: IncomingMessage): HttpReply {
  const headers = new Headers()
  for (const [name, values] of Object.entries(message.headers)) {
    for (const value of [values ?? []].flat()) headers.append(name, value)
  }
  return { status: message.statusCode ?? 0, headers, body: message }
}
