import { randomUUIDv7 } from 'node:crypto'
import type { ApiReply, McpHost } from '@footnote/mcp/mcp-host'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, errorBody } from '../api-error.ts'
import { createOpenCalls, type OpenCalls } from '../calls/open-calls.ts'
import { authenticateRequest } from './authenticate-request.ts'
import { callSelf } from './call-self.ts'
import { withRequestId } from './request-id.ts'
import type { AppDependencies } from './route.ts'
import { toHeaders } from './site-api/read-request.ts'

/** Agents make more calls at once than people do. */
const MOST_CALLS_PER_ACCOUNT = 100
const TOO_MANY = `Your account already has ${MOST_CALLS_PER_ACCOUNT} tool calls running, so this one was not started or charged. Wait until one ends, then try again.`
const RETENTION = {
  kept: 'Do this soon: only the results of background tasks are kept longer than two minutes after they end.',
  gone: 'It may also have been an answer or financial research, whose result is kept for two minutes. To see how it ended, call usage and find its request_id.',
}
/** Only names the request's target; nothing is resolved. */
const OWN_URL = 'http://service.invalid'

/**
 * Serves MCP over streamable HTTP with the caller's own key. Each tool sends a request to the
 * service itself, so key, validation, prices, errors and charges are the API's own.
 */
export function addMcp(app: FastifyInstance, deps: AppDependencies): void {
  const { reportFault, authenticator } = deps
  const openCalls = createOpenCalls({ reportFault }, { most: MOST_CALLS_PER_ACCOUNT })
  app.route({
    method: 'POST',
    url: '/mcp',
    // Results of running calls are still returned during a shutdown; the API refuses new calls.
    config: { answersWhileClosing: true },
    onRequest: async request => {
      requireNoPage(deps, request)
      request.caller = await authenticateRequest(authenticator, request)
      request.headers = { 'content-type': 'application/octet-stream' }
    },
    handler: async (request, reply) => {
      // Loaded with the first agent, since most services never have one.
      const { serveHttp } = await import('@footnote/mcp/serve-http')
      const hungUp = new AbortController()
      reply.raw.once('close', () => hungUp.abort())
      const response = await serveHttp(
        createHost({ app, deps, openCalls }, request),
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
}

function createHost(
  { app, deps, openCalls }: Surroundings,
  { raw, caller: { accountId } }: FastifyRequest,
): McpHost {
  const { authorization = '' } = raw.headers
  const { closing, reportFault, timeLimits } = deps

  const self = callSelf(app, { authorization })
  return {
    ...self,
    pending: createPending(openCalls, { accountId, send: self.send }),
    retention: RETENTION,
    websiteUrl: deps.baseUrl,
    waitMs: timeLimits.mcpWaitMs,
    closing,
    reportFault,
  }
}

/** The account's own calls, whichever of its keys started them. */
function createPending(
  openCalls: OpenCalls,
  { accountId, send }: Pick<McpHost, 'send'> & { accountId: string },
): McpHost['pending'] {
  return {
    start(request) {
      const requestId = randomUUIDv7()
      const run = () => withRequestId(requestId, () => send(request))
      try {
        // Never rejects, and can be found again by its id.
        void openCalls.start({ requestId, accountId }, run)
        return requestId
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return { status: error.status, body: { ...errorBody(error, requestId), message: TOO_MANY } }
      }
    },
    find: requestId =>
      openCalls.find({ requestId, accountId })?.then(({ event, data }) =>
        // API errors are replies; a rejection is a fault of ours.
        event === 'result' ? (data as ApiReply) : { status: 503, body: data },
      ),
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
