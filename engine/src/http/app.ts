import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Observation } from '@footnote/platform/observation'
import { pollUntil } from '@footnote/platform/poll-until'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Pages } from '../pages.ts'
import type { Research } from '../research.ts'
import type { Runs } from '../runs/open-runs.ts'
import { createRoutes, type Route } from './routes.ts'
import { shuttingDown, toWireError, transportLimits, UNEXPECTED, WireError } from './wire-error.ts'

interface AppDependencies {
  readonly apiKey: string
  readonly research: Research
  readonly pages: Pages
  readonly runs: Runs
  readonly sources: () => object
  /** Synchronous calls that run at once. */
  readonly callsAtOnce: number
  /** Aborts when the engine takes nothing new. */
  readonly closing: AbortSignal
  /** Aborts when the calls in flight have had their time. */
  readonly closed: AbortSignal
  readonly reportFault: (error: unknown) => void
  readonly observation: Observation
}

/** Longer than the idle time of common clients, so that they close first. */
const KEEP_ALIVE_MS = 75_000
const HEALTH_PATH = '/healthz'
const REFUSALS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Builds the HTTP server of the wire; the caller makes it listen. */
export function buildApp(deps: AppDependencies): FastifyInstance {
  const app = fastify({
    bodyLimit: transportLimits.bodyBytes,
    requestTimeout: transportLimits.requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    return503OnClosing: false,
    forceCloseConnections: true,
    // A task ID may be as long as the parser allows: it is then unknown, not an error.
    routerOptions: { maxParamLength: transportLimits.headerBytes },
    http: {
      maxHeaderSize: transportLimits.headerBytes,
      headersTimeout: transportLimits.headersMs,
      connectionsCheckingInterval: 5_000,
    },
    clientErrorHandler: refuseConnection,
    frameworkErrors: (error, _request, reply) => handleError(error, reply as FastifyReply),
  })
  const routes = createRoutes(deps)

  function handleError(error: unknown, reply: FastifyReply): void {
    const known = toWireError(error)
    if (!known && !reply.raw.destroyed) deps.reportFault(error)
    const { status, body, retryAfterSeconds } = known ?? UNEXPECTED
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    // Closing while the caller still sends would lose the reply; Node reads the rest and drops it.
    if (status === 413) reply.removeHeader('connection')
    reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
  }

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // A caller with at most this many calls at once never gets 429.
      'footnote-calls-at-once': deps.callsAtOnce,
    })
    if (deps.closing.aborted && request.url !== HEALTH_PATH) {
      reply.header('connection', 'close')
      throw shuttingDown()
    }
    if (request.is404) refuseRoute(request.url, routes, reply)
  })
  app.setErrorHandler((error, _request, reply) => handleError(error, reply))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  const authenticate = createAuthenticate(deps.apiKey)
  // Fastify would refuse a body without a type before any handler sees it.
  const takeAnyType = async (request: FastifyRequest) => {
    request.headers['content-type'] = 'application/octet-stream'
  }
  for (const { method, path, handler } of routes) {
    app.route({ method, url: path, onRequest: [authenticate, takeAnyType], handler })
  }
  app.get(HEALTH_PATH, async () => ({ status: 'ok' }))
  return app
}

function refuseRoute(url: string, routes: readonly Route[], reply: FastifyReply): never {
  const [path = ''] = url.split('?')
  const methods = routes
    .filter(route => new RegExp(`^${route.path.replace(/:\w+/, '[^/]+')}$`).test(path))
    .map(({ method }) => method)
  if (methods.length === 0) throw new WireError(404, { detail: 'Not Found' })
  reply.header('allow', methods.join(', '))
  throw new WireError(405, { detail: 'Method Not Allowed' })
}

/** Lets callers with the key through. The comparison takes constant time. */
function createAuthenticate(apiKey: string): (request: FastifyRequest) => Promise<void> {
  const expected = digest(apiKey)
  return async ({ headers }) => {
    const given = headers['x-api-key']
    if (typeof given === 'string' && timingSafeEqual(digest(given), expected)) return
    throw new WireError(401, { detail: 'Send the key of this engine as X-API-Key.' })
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Replies in the wire's format to input that never became a request, such as broken HTTP or endless headers. */
function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const status = REFUSALS[error.code ?? ''] ?? '400 Bad Request'
  const body = JSON.stringify({ detail: status.slice(4) })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
}

interface Replies {
  /** Resolves when all pending replies are sent, or the time is over. */
  drain(patienceMs: number): Promise<void>
}

/** Tracks the replies of a server that does not listen yet. */
export function trackReplies(server: Server): Replies {
  const open = new Map<ServerResponse, IncomingMessage>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    open.set(response, request)
    response.once('close', () => open.delete(response))
  })
  return {
    async drain(patienceMs) {
      // A client that sent half a request gets no reply yet.
      const due = [...open].filter(([, request]) => request.complete).map(([response]) => response)
      await pollUntil(() => !due.some(response => open.has(response)) || undefined, {
        timeoutMs: patienceMs,
      })
    },
  }
}
