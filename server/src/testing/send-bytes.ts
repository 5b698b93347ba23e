import { once } from 'node:events'
import { connect } from 'node:net'
import type { Reply } from './test-service.ts'

/** What no HTTP library would send: the bytes as they are, answered until the server closes. */
export async function sendBytes(url: string, ...bytes: (string | Buffer)[]): Promise<Reply> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // A server that refuses may close while we still write; what it said before counts.
  socket.on('error', () => {})
  const closed = new Promise(resolve => socket.on('close', resolve))
  await once(socket, 'connect')
  for (const part of bytes) socket.write(part)
  await closed
  return parseReply(Buffer.concat(chunks).toString('utf8'))
}

/** A request of our own making; the header lines may be wrong in any way. */
export function sendRequest(
  url: string,
  { line, headers, body = '' }: { line: string; headers: readonly string[]; body?: string },
): Promise<Reply> {
  const head = [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers]
  return sendBytes(url, `${head.join('\r\n')}\r\n\r\n${body}`)
}

function parseReply(text: string): Reply {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Headers(
    lines.map(line => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    }),
  )
  const body = rest.join('\r\n\r\n')
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    body: body === '' ? undefined : JSON.parse(body),
  }
}
