import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface HostileSite {
  readonly origin: string
  readonly port: number
  /** The requested paths in order, without robots.txt. */
  readonly asked: readonly string[]
  /** How often robots.txt was asked for. */
  robotsAsked(): number
  /** Connections that were made, whether or not anything was asked on them. */
  connections(): number
  answer(path: string, listener: RequestListener): void
}

export interface SiteOptions {
  readonly host?: string
  readonly port?: number
}

/** A local site that follows its script, and replies 404 to all else. */
export async function openHostileSite({
  host = '127.0.0.1',
  port = 0,
}: SiteOptions = {}): Promise<HostileSite> {
  const answers = new Map<string, RequestListener>()
  const asked: string[] = []
  let connections = 0
  let robotsAsked = 0
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    if (path === '/robots.txt') robotsAsked += 1
    else asked.push(path)
    const listener = answers.get(path)
    if (listener) listener(request, response)
    else response.writeHead(404).end()
  })
  server.on('connection', () => {
    connections += 1
  })
  server.listen(port, host)
  await once(server, 'listening')
  onTestFinished(() => closeServer(server))
  const address = server.address() as AddressInfo
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    asked,
    robotsAsked: () => robotsAsked,
    connections: () => connections,
    answer: (path, listener) => answers.set(path, listener),
  }
}

/** Answers with a page of that text. */
export function page(text: string, headers: Record<string, string> = {}): RequestListener {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(text)
  }
}

export function redirect(location: string, headers: Record<string, string> = {}): RequestListener {
  return (_, response) => {
    response.writeHead(302, { location, ...headers }).end()
  }
}

/** Sends the same bytes as fast as they are taken, for ever. */
export function endless(chunk: Uint8Array, headers: Record<string, string>): RequestListener {
  return (_, response) => {
    response.writeHead(200, headers)
    const send = () => {
      while (!response.destroyed && response.write(chunk)) {
        // Until the socket is full.
      }
    }
    response.on('drain', send)
    send()
  }
}

/** Sends a byte now and then, for ever. */
export function drip(head: string, everyMs: number): RequestListener {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.write(head)
    const timer = setInterval(() => response.write(' '), everyMs)
    response.on('close', () => clearInterval(timer))
  }
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise(resolve => server.close(() => resolve()))
}
