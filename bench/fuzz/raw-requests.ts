import { once } from 'node:events'
import { connect } from 'node:net'

/** The most that one exchange may take; a server that waits for more than it can get is cut off. */
const MOST_MS = 20_000

/**
 * Requests that no HTTP client would send. `smuggled` is a paid request that hides in some of them: it must
 * never be read as a request of its own.
 */
export function rawRequests(host: string, smuggled: { key: string }): ReadonlyMap<string, string> {
  const paid = `{"query":"Who was smuggled in?"}`
  const hidden =
    `POST /api/v1/answer HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${smuggled.key}\r\n` +
    `content-type: application/json\r\ncontent-length: ${paid.length}\r\n\r\n${paid}`
  const head = (more: string, method = 'POST', path = '/api/v1/answer') =>
    `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n${more}\r\n`
  return new Map([
    [
      'content-length and chunked',
      `${head(`content-length: 5\r\ntransfer-encoding: chunked\r\n`)}0\r\n\r\n${hidden}`,
    ],
    [
      'chunked and content-length',
      `${head(`transfer-encoding: chunked\r\ncontent-length: ${hidden.length + 5}\r\n`)}0\r\n\r\n${hidden}`,
    ],
    [
      'two lengths',
      `${head(`content-length: 0\r\ncontent-length: ${hidden.length}\r\n`)}${hidden}`,
    ],
    ['a length with a sign', `${head(`content-length: +0\r\n`)}${hidden}`],
    ['a list of lengths', `${head(`content-length: 0, ${hidden.length}\r\n`)}${hidden}`],
    ['an unknown coding', `${head('transfer-encoding: xchunked\r\n')}0\r\n\r\n${hidden}`],
    ['chunked twice', `${head('transfer-encoding: chunked, chunked\r\n')}0\r\n\r\n${hidden}`],
    ['a folded header', `${head(`transfer-encoding:\r\n chunked\r\n`)}0\r\n\r\n${hidden}`],
    ['a space before the colon', `${head('transfer-encoding : chunked\r\n')}0\r\n\r\n${hidden}`],
    ['a vertical tab in a coding', `${head('transfer-encoding: \vchunked\r\n')}0\r\n\r\n${hidden}`],
    [
      'a chunk size that overflows',
      `${head('transfer-encoding: chunked\r\n')}ffffffffffffffffff\r\n${hidden}`,
    ],
    [
      'a chunk with an extension of bare line feeds',
      `${head('transfer-encoding: chunked\r\n')}0;a\n\n${hidden}`,
    ],
    ['bare line feeds', head('content-length: 0\r\n').replaceAll('\r\n', '\n') + hidden],
    ['a NUL in a header', head('x-a: a\u0000b\r\n')],
    ['a header without a name', head(': empty\r\n')],
    ['a second host', head(`host: other.example\r\n`, 'GET', '/healthz')],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['an absolute address', head('', 'GET', 'http://other.example/healthz')],
    ['a tunnel', 'CONNECT 127.0.0.1:5432 HTTP/1.1\r\nhost: 127.0.0.1:5432\r\n\r\n'],
    ['a trace', head('authorization: Bearer secret\r\n', 'TRACE', '/healthz')],
    ['an upgrade', head('connection: upgrade\r\nupgrade: websocket\r\n', 'GET', '/api/v1/wallet')],
    ['HTTP/2 without TLS', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['HTTP/0.9', 'GET /healthz\r\n'],
    ['an endless address', head('', 'GET', `/${'a'.repeat(100_000)}`)],
    ['endless headers', head(`x: ${'a'.repeat(100_000)}\r\n`, 'GET', '/healthz')],
    ['two thousand headers', head('a: b\r\n'.repeat(2_000), 'GET', '/healthz')],
    ['TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'],
    ['expect', head('expect: 200-maybe\r\ncontent-length: 0\r\n')],
  ])
}

/** Sends bytes and returns all that comes back until either side ends. */
export async function sendRaw({ hostname, port }: URL, bytes: string): Promise<string> {
  const socket = connect({ host: hostname, port: Number(port) })
  let received = ''
  socket.setTimeout(MOST_MS, () => socket.destroy())
  socket.on('error', () => {})
  socket.on('data', chunk => {
    received += chunk.toString('latin1')
  })
  socket.end(bytes, 'latin1')
  await once(socket, 'close')
  return received
}
