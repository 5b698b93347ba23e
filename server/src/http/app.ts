import { randomUUIDv7 } from 'node:crypto'
import { limits } from '@footnote/contract/limits'
import { type Operation, type OperationName, operations } from '@footnote/contract/operations'
import type { ValidRequest } from '@footnote/contract/requests'
import { TOOLS, type Tool } from '@footnote/contract/tools'
import { serverOptions } from '@footnote/platform/server-options'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { ApiError } from '../api-error.ts'
import { callPath } from '../calls/call-path.ts'
import { toolNotAllowed } from '../calls/key-refusals.ts'
import { readCall } from '../calls/read-call.ts'
import type { RunningCall } from '../calls/running-calls.ts'
import type { Caller } from '../keys/authenticator.ts'
import { authenticateRequest } from './authenticate-request.ts'
import { addDocs } from './docs/add-docs.ts'
import { addDownloads } from './downloads.ts'
import { includesEvidence } from './include-evidence.ts'
import { limitConnections, refuseSender, wasRefused } from './limit-connections.ts'
import { addMcp } from './mcp.ts'
import { observeRequests } from './observe-requests.ts'
import { addOpenAi } from './openai/add-openai.ts'
import { readJson } from './read-json.ts'
import { nextRequestId, requireChosenId, takeChosenId } from './request-id.ts'
import type { AppDependencies, KeyRoute } from './route.ts'
import { cancelCall, createRetrieveCall } from './routes/call.ts'
import { listTasks } from './routes/list-tasks.ts'
import { paidRoute } from './routes/paid-route.ts'
import { cancelTask, retrieveTask } from './routes/retrieve-task.ts'
import { createTaskEvents } from './routes/task-events.ts'
import { usage } from './routes/usage.ts'
import { wallet } from './routes/wallet.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import {
  type Exchange,
  type LastEvent,
  readLastEvent,
  streamCall,
  streamNewCall,
} from './stream-call.ts'
import { takeHop } from './take-hop.ts'
import { endPassedOn, trackReply } from './track-reply.ts'
import { createValidateBody, invalid } from './validate-body.ts'
import { wantsEvents } from './wants-events.ts'
import { toApiError, writeError } from './write-error.ts'
import { createWriteEvents } from './write-events.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route that needs a key. */
    caller: Caller
    /** Set on a request that another instance has passed on: the id of the reply to it. */
    hop: string | undefined
  }
  interface FastifyContextConfig {
    /** For routes that start nothing new, which also answer during a shutdown. */
    answersWhileClosing?: boolean
    /** For routes that start a call, which are refused while the service is overloaded. */
    startsCall?: boolean
  }
}

/** Answered on any connection, since a busy process must not be restarted. */
const PROBES: readonly (string | undefined)[] = [operations.healthz.path, operations.readyz.path]

/** Builds the HTTP server from the contract's table. The caller makes it listen. */
export function buildApp(deps: AppDependencies): FastifyInstance {
  const app = fastify({
    ...serverOptions,
    bodyLimit: limits.bodyBytes,
    trustProxy: deps.trustedProxies.length > 0 && [...deps.trustedProxies],
    genReqId: nextRequestId,
    http: {
      ...serverOptions.http,
      // Node's own refusal would have neither a body nor an X-Request-Id.
      requireHostHeader: false,
    },
    clientErrorHandler: refuseSender,
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply as FastifyReply)
      handleError(error, request, reply as FastifyReply)
    },
  })

  const allowedMethods = collectMethods(app)
  const guard = limitConnections(app.server, {
    ...deps.connections,
    proxies: deps.trustedProxies,
  })
  observeRequests(app, deps.observation)

  function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const known = toApiError(error, request)
    if (!known) deps.reportFault(error)
    // Closing while a caller still sends would lose the reply; Node reads the rest and drops it.
    if (known?.code === 'QUERY_TOO_LONG') reply.removeHeader('connection')
    writeError(known ?? new ApiError('SERVICE_UNAVAILABLE'), request, reply)
  }

  app.decorateRequest('caller')
  app.decorateRequest('hop')
  const authenticate = async (request: FastifyRequest) => {
    request.caller = await authenticateRequest(deps, request)
  }
  app.addHook('onRequest', async (request, reply) => {
    setCommonHeaders(request, reply)
    if (deps.closing.aborted && !request.routeOptions.config.answersWhileClosing) {
      reply.header('connection', 'close')
      throw new ApiError('SERVICE_UNAVAILABLE', {
        message:
          'The service is shutting down, so nothing was started or charged. Send the request again.',
      })
    }
    if (request.routeOptions.config.startsCall) deps.shedCall?.(request)
    if (!guard.keepsAlive) reply.header('connection', 'close')
    if (request.headers['x-forwarded-for'] !== undefined && guard.isCrowded(request.raw.socket)) {
      deps.reportUnnamedProxy?.()
    }
    if (guard.refuses(request.raw.socket) && !PROBES.includes(request.routeOptions.url)) {
      throw new ApiError('SERVICE_UNAVAILABLE', {
        message:
          'The service has too many connections, so nothing was started or charged. Send the request again.',
      })
    }
    requireHost(request)
    await takeHop(deps.database, request, reply)
  })
  app.addHook('preHandler', async request => {
    if (wasRefused(request.raw.socket)) throw new ApiError('INVALID_REQUEST')
  })
  app.setErrorHandler(handleError)
  // Accepts any Expect header, which Node would otherwise refuse with a reply of its own.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))

  // Bodies are read whole, whatever their type, so that size is checked before type.
  const takeAnyType = async (request: FastifyRequest) => {
    request.headers = { 'content-type': 'application/octet-stream' }
  }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  const writeEvents = createWriteEvents({ watched: 'calls' })
  for (const tool of TOOLS) addPaid(tool)
  addFree('list_tasks', listTasks)
  addFree('retrieve_task', retrieveTask)
  addFree('cancel_task', cancelTask)
  // Callers may fetch their results while the service shuts down.
  addFree('retrieve_call', createRetrieveCall(writeEvents), { answersWhileClosing: true })
  addFree('cancel_call', cancelCall)
  addFree('task_events', createTaskEvents())
  addFree('usage', usage)
  addFree('wallet', wallet)
  for (const [name, route] of Object.entries(webhookRoutes)) addFree(name as OperationName, route)
  const config = { answersWhileClosing: true }
  app.get(operations.healthz.path, { config }, async () => ({ status: 'ok' }))
  app.get(operations.readyz.path, async () => {
    if (!deps.isReady()) throw new ApiError('SERVICE_UNAVAILABLE')
    await deps.ping()
    return { status: 'ok' }
  })
  app.post('/forwarded/:hop/:outcome', { config }, async (request, reply) => {
    const { hop, outcome } = request.params as { hop: string; outcome: string }
    endPassedOn(hop, outcome === 'delivered')
    return reply.code(204).send()
  })
  addMcp(app, deps)
  addOpenAi(app, deps)
  addDocs(app, deps)
  addDownloads(app, deps.packages)
  deps.website?.addTo(app, deps)
  // Added last, since the website answers browsers that ask for an unknown path. It has no handler
  // of its own, which would run after the body was read and checked.
  app.addHook('onRequest', (request, reply, done) => {
    done(request.is404 ? refuseRoute(allowedMethods, request, reply) : undefined)
  })
  return app

  function addPaid(tool: Tool) {
    const { method, path, request: contract } = operations[tool]
    const validateBody = createValidateBody(contract)
    const route = paidRoute(tool)
    app.route({
      method,
      url: path,
      config: { startsCall: true },
      onRequest: [authenticate, takeChosenId, takeAnyType],
      handler: async (request, reply) => {
        const body = validateBody(readJson(request))
        const chosenId = requireChosenId(request)
        // Frees the bytes of the body, which would otherwise be kept until the call ends.
        request.body = undefined
        const { accountId, keyId, tools } = request.caller
        if (tools && !tools.includes(tool)) throw toolNotAllowed(tool, tools)
        const chargeId = chosenId ? randomUUIDv7() : request.id
        const call = { requestId: request.id, chargeId, accountId, keyId }
        const included = { ...call, includesEvidence: includesEvidence(request) }
        const start = () => route.start(deps, included, body as ValidRequest<Tool>)
        const exchange = { accountId, request, reply }
        const streams = wantsEvents(request)
        const last = streams ? readLastEvent(request) : undefined
        if (last) return resume(exchange, last)
        if (!route.isTask(body as ValidRequest<Tool>)) {
          if (streams) return streamNewCall({ ...deps, writeEvents }, exchange, start)
          if (prefersAsync(request)) return accept(reply, await start())
        }
        const result = await route.run(deps, included, body as ValidRequest<Tool>)
        if (result.status === 200) {
          trackReply(reply, isWhole => deps.calls.results.sent(chargeId, isWhole))
        }
        reply.code(result.status)
        return result.body
      },
    })
  }

  /** Goes on with a call whose stream broke off, which is never charged again. */
  async function resume(exchange: Exchange, { requestId, steps: after }: LastEvent) {
    const read = await readCall(deps.calls, { accountId: exchange.accountId, requestId })
    return streamCall({ ...deps, writeEvents }, read, { ...exchange, after })
  }

  function addFree(name: OperationName, route: KeyRoute, config = {}) {
    const { method, path, request: contract }: Operation = operations[name]
    const validateBody = contract && createValidateBody(contract, { tooLong: 'INVALID_REQUEST' })
    app.route({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config,
      onRequest:
        method === 'GET' || method === 'DELETE' ? authenticate : [authenticate, takeAnyType],
      handler: (request, reply) => {
        if (validateBody) request.body = validateBody(readJson(request))
        return route(deps, request.caller, request, reply)
      },
    })
  }
}

/** Tells the caller where to ask for the result. */
function accept(reply: FastifyReply, { requestId, billing }: RunningCall): object {
  reply.code(202)
  reply.headers({ 'preference-applied': 'respond-async', location: callPath(requestId) })
  return { request_id: requestId, status: 'running', billing }
}

/** Whether the caller asks for 202 and the result later (RFC 7240). */
function prefersAsync({ raw }: FastifyRequest): boolean {
  const wishes = String(raw.headers['prefer'] ?? '').split(',')
  return wishes.some(wish => wish.split(';')[0]?.trim().toLowerCase() === 'respond-async')
}

function requireHost({ raw }: FastifyRequest): void {
  if (raw.headers.host !== undefined || raw.httpVersion !== '1.1') return
  throw invalid('INVALID_REQUEST', [{ path: '', message: 'must be sent with a Host header' }])
}

function refuseRoute(
  allowedMethods: (path: string) => string[],
  { url }: FastifyRequest,
  reply: FastifyReply,
): ApiError {
  const allowed = allowedMethods(url.split('?')[0] ?? '')
  if (allowed.length === 0) return new ApiError('NOT_FOUND')
  reply.header('allow', allowed.join(', '))
  return new ApiError('METHOD_NOT_ALLOWED')
}

function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
}

/**
 * Collects every route that is added from now on. The function it returns lists the methods of a
 * path, none for an unknown path.
 */
function collectMethods(app: FastifyInstance): (path: string) => string[] {
  const routes: { readonly methods: readonly string[]; readonly pattern: RegExp }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    routes.push({
      methods: [method].flat(),
      pattern: new RegExp(`^${url.split('/').map(toPattern).join('/')}$`),
    })
  })
  return path => {
    const found = routes.filter(({ pattern }) => pattern.test(path))
    return [...new Set(found.flatMap(({ methods }) => methods))].sort()
  }
}

function toPattern(segment: string): string {
  return segment.startsWith(':') ? '[^/]+' : RegExp.escape(segment)
}
