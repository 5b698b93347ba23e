import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Research } from '../research.ts'
import type { Runs } from '../runs/open-runs.ts'
import { createAuthenticate } from './authenticate.ts'
import { refuseConnection } from './refuse-connection.ts'
import { createAnswer } from './routes/answer.ts'
import { createFinanceResearch } from './routes/finance-research.ts'
import { createResearch } from './routes/research.ts'
import { createTask } from './routes/task.ts'
import { createTaskStream } from './routes/task-stream.ts'
import { createCallRunner } from './run-call.ts'
import { transportLimits } from './transport-limits.ts'
import { shuttingDown, WireError } from './wire-error.ts'
import { toWireError, UNEXPECTED } from './write-error.ts'

export interface AppDependencies {
  readonly apiKey: string
  readonly research: Research
  readonly runs: Runs
  /** Synchronous calls that run at once. */
  readonly callsAtOnce: number
  /** Aborts when the engine takes nothing new. */
  readonly closing: AbortSignal
  /** Aborts when what still runs has had its time. */
  readonly closed: AbortSignal
  readonly reportFault: (error: unknown) => void
}

interface Route {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

/** Longer than the idle time of common clients, so that they close first. */
const KEEP_ALIVE_MS = 75_000
const HEALTH_PATH = '/healthz'

/** The wire over HTTP; listening is someone else's. */
export function buildApp(deps: AppDependencies): FastifyInstance {
  const app = fastify({
    bodyLimit: transportLimits.bodyBytes,
    requestTimeout: transportLimits.requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    return503OnClosing: false,
    forceCloseConnections: true,
    // As much as the parser takes: a garbage task id may be long, yet is unknown.
    routerOptions: { maxParamLength: transportLimits.headerBytes },
    http: {
      maxHeaderSize: transportLimits.headerBytes,
      headersTimeout: transportLimits.headersMs,
      connectionsCheckingInterval: 5_000,
    },
    clientErrorHandler: refuseConnection,
    frameworkErrors: (error, _request, reply) => handleError(error, reply as FastifyReply),
  })
  const runCall = createCallRunner(deps)
  const routes: readonly Route[] = [
    { method: 'POST', path: '/v1/answer', handler: createAnswer(runCall) },
    { method: 'POST', path: '/v1/research', handler: createResearch(runCall, deps.runs) },
    { method: 'POST', path: '/v1/finance_research', handler: createFinanceResearch(runCall) },
    { method: 'GET', path: '/v1/research/:taskId', handler: createTask(deps.runs) },
    { method: 'GET', path: '/v1/research/:taskId/stream', handler: createTaskStream(deps) },
  ]

  function handleError(error: unknown, reply: FastifyReply): void {
    const known = toWireError(error)
    if (!known && !reply.raw.destroyed) deps.reportFault(error)
    const { status, body, retryAfterSeconds } = known ?? UNEXPECTED
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    // Closing on a caller who still sends would lose the answer; Node reads the rest and drops it.
    if (status === 413) reply.removeHeader('connection')
    reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
  }

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // A caller with at most this many calls at once is never turned away.
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
  // A body without a type would otherwise be refused before anybody looked at it.
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
    .filter(route => new RegExp(`^${route.path.replace(':taskId', '[^/]+')}$`).test(path))
    .map(({ method }) => method)
  if (methods.length === 0) throw new WireError(404, { detail: 'Not Found' })
  reply.header('allow', methods.join(', '))
  throw new WireError(405, { detail: 'Method Not Allowed' })
}
