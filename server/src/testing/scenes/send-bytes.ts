import { once } from 'node:events'
import { connect } from 'node:net'
import type { Reply } from './test-service.ts'

const INTERIM = 'HTTP/1.1 100 Continue\r\n\r\n'

/**
 * Sends raw bytes that no HTTP client would send. Like a simple client it reads only after
 * everything is written, so a server that closes early loses its reply here too.
 */
export async function sendBytes(url: string, bytes: string | Buffer): Promise<Reply> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  await once(socket, 'connect')
  await new Promise<void>((resolve, reject) => {
    socket.write(bytes, error => (error ? reject(error) : resolve()))
  })
  let received = ''
  try {
    for await (const chunk of socket.setEncoding('utf8')) {
      received = (received + chunk).replace(INTERIM, '')
      if (isWhole(received)) break
    }
  } finally {
    socket.destroy()
  }
  return parseReply(received)
}

/** Builds a request whose lines may be wrong in any way. */
export function sendRequest(
  url: string,
  { line, headers, body = '' }: { line: string; headers: readonly string[]; body?: string },
): Promise<Reply> {
  const head = [`${line} HTTP/1.1`, 'Host: localhost', ...headers]
  return sendBytes(url, `${head.join('\r\n')}\r\n\r\n${body}`)
}

function isWhole(text: string): boolean {
  const [head = '', body] = splitOnce(text, '\r\n\r\n')
  const length = /^content-length: (\d+)$/im.exec(head)?.[1]
  return body !== undefined && length !== undefined && Buffer.byteLength(body) >= Number(length)
}

function parseReply(text: string): Reply {
  const [head = '', body = ''] = splitOnce(text, '\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Headers()
  for (const line of lines) {
    const [name = '', value = ''] = splitOnce(line, ':')
    headers.append(name, value.trim())
  }
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    body: body === '' ? undefined : JSON.parse(body),
  }
}

function splitOnce(text: string, separator: string): string[] {
  const index = text.indexOf(separator)
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + separator.length)]
}
