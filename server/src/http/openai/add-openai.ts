import { isJsonObject } from '@footnote/contract/json-object'
import { models } from '@footnote/contract/models'
import { apiRequest } from '@footnote/mcp/mcp-host'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { ApiError, type ErrorBody, errorBody } from '../../api-error.ts'
import { authenticateRequest } from '../authenticate-request.ts'
import { callSelf } from '../call-self.ts'
import { readJson } from '../read-json.ts'
import { requireChosenId, takeChosenId } from '../request-id.ts'
import type { AppDependencies } from '../route.ts'
import { trackReply } from '../track-reply.ts'
import { toApiError } from '../write-error.ts'
import { chatCompletions } from './chat-completions.ts'
import type { Dialect } from './dialect.ts'
import { modelReply, type PaidBody } from './model-reply.ts'
import { findModel, requestBody } from './model-request.ts'
import { movesMoney, openAiError } from './openai-error.ts'
import { refuse } from './read-fields.ts'
import { responses } from './responses.ts'
import { createRunModel } from './run-model.ts'
import { writeStream } from './write-stream.ts'

/** Headers of a request that the API’s own request needs too. */
const PASSED_ON = ['authorization', 'footnote-request-id'] as const
/** Set by OpenAI’s own clients. */
const RETRY_COUNT = 'x-stainless-retry-count'
/** When these models were first offered, in seconds since 1970. */
const CREATED = Date.UTC(2026, 10, 16) / 1_000

/**
 * Serves OpenAI’s clients with the same keys, prices and wallet. Each call sends a request to the service
 * itself, so that validation, charges and refunds are the API’s own.
 */
export function addOpenAi(app: FastifyInstance, deps: AppDependencies): void {
  const runModel = createRunModel(deps)
  const shared = {
    onRequest: async (request: FastifyRequest) => {
      request.caller = await authenticateRequest(deps, request)
    },
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      const known = toApiError(error, request)
      if (!known) deps.reportFault(error)
      const shown = known ?? new ApiError('SERVICE_UNAVAILABLE')
      const { status, retryAfterSeconds } = shown
      sendError(reply, { status, retryAfterSeconds, body: errorBody(shown, request.id) })
    },
  } satisfies Partial<RouteOptions>

  app.route({
    ...shared,
    method: 'GET',
    url: '/v1/models',
    handler: async () => ({ object: 'list', data: models.map(({ id }) => toModel(id)) }),
  })
  app.route({
    ...shared,
    method: 'GET',
    url: '/v1/models/:id',
    handler: async ({ params }) => toModel(findModel((params as { id: string }).id).id),
  })
  for (const dialect of [chatCompletions, responses]) {
    app.route({
      ...shared,
      method: 'POST',
      url: dialect.path,
      onRequest: [
        shared.onRequest,
        takeChosenId,
        async request => {
          request.headers = { ...request.headers, 'content-type': 'application/octet-stream' }
        },
      ],
      handler: async (request, reply) => serve(dialect, request, reply),
    })
  }

  async function serve(dialect: Dialect, request: FastifyRequest, reply: FastifyReply) {
    const asked = readJson(request)
    if (!isJsonObject(asked)) throw refuse('', 'must be a JSON object')
    const model = findModel(asked['model'])
    const question = dialect.read(asked)
    const hasChosenId = requireChosenId(request) !== undefined
    const call = runModel({
      requestId: request.id,
      accountId: request.caller.accountId,
      request: apiRequest(model.price.tool, { body: requestBody(model, question, asked) }),
      self: callSelf(app, { ...passedOn(request), prefer: 'respond-async' }),
      hasChosenId,
      isRetry: Number(request.headers[RETRY_COUNT]) > 0,
    })
    reply.header('x-request-id', call.requestId)
    const hungUp = new AbortController()
    trackReply(reply, isWhole => {
      if (isWhole) return
      call.abandon()
      hungUp.abort()
    })
    const outcome = call.outcome(hungUp.signal).then(ended => {
      const { chargeId } = ended
      // After the whole reply, or the loss of the connection.
      if (chargeId) trackReply(reply, isWhole => deps.calls.results.sent(chargeId, isWhole))
      return ended
    })
    const write = (body: unknown) => modelReply(model, body as PaidBody)
    if (question.streams) {
      return writeStream(reply, outcome, {
        lines: body => dialect.stream(write(body), asked),
        failure: ({ status, body }) => ({
          type: 'error',
          sequence_number: 0,
          ...openAiError(status, body as ErrorBody),
        }),
        refuse: failure => sendError(reply, failure),
      })
    }
    const ended = await outcome
    if (ended.status !== 200) return sendError(reply, ended)
    return dialect.whole(write(ended.body), asked)
  }
}

interface Failure {
  readonly status: number
  readonly body: unknown
  readonly retryAfterSeconds?: number | undefined
  readonly isCharged?: boolean
}

function sendError(
  reply: FastifyReply,
  { status, body, retryAfterSeconds, isCharged = false }: Failure,
): FastifyReply {
  const error = body as ErrorBody
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  // OpenAI’s clients repeat failed calls by themselves, which would pay again where money has moved.
  if (isCharged || movesMoney(error.code)) reply.header('x-should-retry', 'false')
  return reply.code(status).send(openAiError(status, error))
}

function passedOn({ raw }: FastifyRequest): Record<string, string> {
  const entries = PASSED_ON.map(name => [name, raw.headers[name]])
  return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'))
}

function toModel(id: string) {
  return { id, object: 'model', created: CREATED, owned_by: 'footnote' }
}
