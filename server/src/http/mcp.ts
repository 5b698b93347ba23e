import type { McpHost } from '@footnote/mcp/mcp-host'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../api-error.ts'
import { createOpenCalls, type OpenCalls } from '../calls/open-calls.ts'
import { authenticateRequest, ownAuthorization } from './authenticate-request.ts'
import { callSelf } from './call-self.ts'
import { createMcpCalls } from './mcp-calls.ts'
import { challengeOf } from './oauth/mcp-resource.ts'
import type { AppDependencies } from './route.ts'
import { toHeaders } from './site-api/read-request.ts'
import { trackReply } from './track-reply.ts'

/** Agents make more calls at once than people do. */
const MOST_CALLS_PER_ACCOUNT = 100
const TOO_MANY = `Your account already has ${MOST_CALLS_PER_ACCOUNT} tool calls running, so this one was not started or charged. Wait until one ends, then try again.`
const MOST_STARTED = 10_000
/** Only names the request's target; nothing is resolved. */
const OWN_URL = 'http://service.invalid'

/**
 * Serves MCP over streamable HTTP with the caller's own key or access token. Each tool sends a request to the
 * service itself, so key, validation, prices, errors and charges are the API's own.
 */
export function addMcp(app: FastifyInstance, deps: AppDependencies): void {
  const { reportFault, website } = deps
  const openCalls = createOpenCalls({ reportFault }, { most: MOST_CALLS_PER_ACCOUNT })
  /** The calls that requests under way have started, by account, session and JSON-RPC id. */
  const started = new Map<string, string>()
  app.route({
    method: 'POST',
    url: '/mcp',
    // Results of running calls are still returned during a shutdown; the API refuses new calls.
    config: { answersWhileClosing: true },
    onRequest: async (request, reply) => {
      requireNoPage(deps, request)
      try {
        request.caller = await authenticateRequest(deps, request, { takesTokens: true })
      } catch (error) {
        const { mcpResource } = website ?? {}
        if (mcpResource) reply.header('www-authenticate', challengeOf(mcpResource, request))
        throw error
      }
      request.headers = { 'content-type': 'application/octet-stream' }
    },
    handler: async (request, reply) => {
      // Loaded with the first agent, since most services never have one.
      const { serveHttp } = await import('@footnote/mcp/serve-http')
      const hungUp = new AbortController()
      reply.raw.once('close', () => hungUp.abort())
      // Each call of a batch listens.
      reply.raw.setMaxListeners(0)
      const response = await serveHttp(
        createHost({ app, deps, openCalls, started }, request, reply),
        new Request(new URL(request.url, OWN_URL), {
          method: 'POST',
          headers: toHeaders(request.raw),
          body: request.body as Buffer<ArrayBuffer>,
          signal: hungUp.signal,
        }),
      )
      reply.header('x-accel-buffering', 'no')
      return reply.send(response)
    },
  })
}

interface Surroundings {
  readonly app: FastifyInstance
  readonly deps: AppDependencies
  readonly openCalls: OpenCalls
  readonly started: Map<string, string>
}

function createHost(
  { app, deps, openCalls, started }: Surroundings,
  request: FastifyRequest,
  reply: FastifyReply,
): McpHost {
  const { accountId } = request.caller
  const session = request.raw.headers['mcp-session-id']
  const { calls, closing, reportFault, timeLimits } = deps
  const headers = { authorization: ownAuthorization(request), prefer: 'respond-async' }
  const self = callSelf(app, headers, reply)
  const keyOf = (rpcId: string | number) => JSON.stringify([accountId, session, rpcId])
  const onStart = (requestId: string, rpcId: string | number) => {
    // Without a session, two clients of an account could mean different requests by one id.
    if (session === undefined) return
    started.set(keyOf(rpcId), requestId)
    // A client may hang up before it says that it cancels.
    trackReply(reply, isWhole => isWhole && started.delete(keyOf(rpcId)))
    const [oldest = ''] = started.keys()
    if (started.size > MOST_STARTED) started.delete(oldest)
  }
  return {
    ...self,
    pending: createMcpCalls({
      ...{ calls, openCalls, accountId, reply, onStart, send: self.send, tooMany: TOO_MANY },
      closing,
    }),
    // A lost connection looks the same.
    wasCancelled: () => false,
    findStarted: rpcId => started.get(keyOf(rpcId)),
    websiteUrl: deps.baseUrl,
    waitMs: timeLimits.mcpWaitMs,
    reportCharacters: deps.mcpReportCharacters,
    closing,
    reportFault,
  }
}

/** Refuses pages of other origins, which always send their origin. Agents send none. */
function requireNoPage(
  { baseUrl }: AppDependencies,
  { headers: { origin } }: FastifyRequest,
): void {
  if (origin === undefined || origin === new URL(baseUrl).origin) return
  throw new ApiError('FOREIGN_ORIGIN', {
    message:
      'Web pages of other origins cannot use this endpoint. Connect with a client that sends no Origin header.',
  })
}
