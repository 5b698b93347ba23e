import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface TestServer {
  /** Without a slash at its end. */
  readonly url: string
  readonly requests: SeenRequest[]
  close(): Promise<void>
}

/** A real HTTP server on loopback that remembers what it was asked. */
export async function startServer(
  answer: (request: SeenRequest, response: ServerResponse) => unknown,
  { port = 0 } = {},
): Promise<TestServer> {
  const requests: SeenRequest[] = []
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(`http://host${request.url ?? '/'}`)
    const seen = {
      method: request.method ?? '',
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: request.headers,
      body: await text(request),
    }
    requests.push(seen)
    await answer(seen, response)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
