import { hash, timingSafeEqual } from 'node:crypto'
import { refuseConnection, serverOptions } from '@footnote/platform/server-options'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { createRoutes, type Route } from './routes.ts'
import type { HttpDependencies } from './serve-calls.ts'
import { MOST_BODY_BYTES, shuttingDown, toWireError, UNEXPECTED, WireError } from './wire-error.ts'

const HEALTH_PATH = '/healthz'
const REFUSALS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Builds the HTTP server of the wire; the caller makes it listen. */
export function buildApp(apiKey: string, deps: HttpDependencies): FastifyInstance {
  const app = fastify({
    ...serverOptions,
    bodyLimit: MOST_BODY_BYTES,
    forceCloseConnections: true,
    clientErrorHandler: (error, socket) =>
      refuseConnection(error, socket, code => {
        const status = REFUSALS[code] ?? '400 Bad Request'
        return { status, body: { detail: status.slice(4) } }
      }),
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

  const authenticate = createAuthenticate(apiKey)
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
  return hash('sha256', text, 'buffer')
}
