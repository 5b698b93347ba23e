import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'

export interface StubRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: unknown
}

export type StubReply =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body: unknown }
  /** For streams, broken replies and connections that are cut. */
  | { readonly write: (response: ServerResponse) => unknown }

export type StubHandler = (request: StubRequest) => StubReply | Promise<StubReply>

export interface StubUpstream {
  readonly url: string
  readonly requests: StubRequest[]
  /** The reply to the next requests, until it is set again. */
  handler: StubHandler
  close(): Promise<void>
}

export const goodAnswer = {
  answer: 'Sucre [[1]].',
  citations: [{ source: 'https://example.com/a', excerpts: ['Sucre'] }],
  results: { web: [{ url: 'https://example.com/a', title: 'A', snippets: ['s'] }] },
}

export const goodResearch = {
  output: {
    content: 'A report [[1]].',
    content_type: 'text',
    sources: [{ url: 'https://example.com/a', title: 'A' }],
  },
}

const taskHandle = { task_id: 'remote-1', type: 'research', status: 'queued' }

/** A real HTTP server that plays the upstream. */
export async function startStubUpstream(
  handler: StubHandler = answerWell,
  { port = 0, tls }: { port?: number; tls?: { cert: string; key: string } } = {},
): Promise<StubUpstream> {
  const requests: StubRequest[] = []
  const stub = { handler }
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void serve(request, response)
  const server = tls ? createSecureServer(tls, listener) : createServer(listener)

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString('utf8')
    const seen: StubRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
    requests.push(seen)
    const reply = await stub.handler(seen)
    if ('write' in reply) {
      reply.write(response)
      return
    }
    response.writeHead(reply.status ?? 200, {
      'content-type': 'application/json',
      ...reply.headers,
    })
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get handler() {
      return stub.handler
    },
    set handler(next) {
      stub.handler = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Replies with success to every call of the wire. */
export function answerWell({ method, path, body }: StubRequest): StubReply {
  if (path === '/v1/answer') return { body: goodAnswer }
  if (method === 'POST') {
    const { background, output_schema } = body as { background?: boolean; output_schema?: object }
    if (background) return { body: taskHandle }
    if (output_schema) {
      return { body: { output: { content: { a: 1 }, content_type: 'object', sources: [] } } }
    }
    return { body: goodResearch }
  }
  if (path.endsWith('/stream')) return { status: 404, body: { detail: 'Not Found' } }
  return { body: { ...taskHandle, status: 'completed', result: goodResearch, error: null } }
}
