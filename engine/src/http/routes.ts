import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { AnswerRequest, FinanceRequest, ResearchRequest } from '@footnote/contract/requests'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ResearchRequest as Asked, ResearchResult } from '../research.ts'
import { ContentsBody, createPageOperations, readQuery, SearchBody } from './page-routes.ts'
import {
  createCallRunner,
  createTaskStream,
  type Exchange,
  type HttpDependencies,
} from './serve-calls.ts'
import { createValidateFields } from './validate.ts'
import { answerBody, handleBody, researchBody, taskBody, toRequest } from './wire-bodies.ts'
import { badFields, taskNotFound, WireError } from './wire-error.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly handler: Handler
}

/** The bodies of this wire are those of the service's API; here finance also takes a schema. */
const FINANCE_SCHEMA = {
  ...FinanceRequest,
  properties: {
    ...FinanceRequest.properties,
    output_schema: ResearchRequest.properties.output_schema,
  },
}
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

export function createRoutes(deps: HttpDependencies): Route[] {
  const { runs } = deps
  const calls = createCallRunner(deps)
  const runCall = (asked: Asked, exchange: Exchange, toBody: (result: ResearchResult) => object) =>
    calls.serve(async options => toBody(await deps.research(asked, options)), exchange)
  const answer = withBody<AnswerRequest>(AnswerRequest, ({ query, ...sources }, exchange) =>
    runCall({ kind: 'answer', input: query, effort: 'lite', sources }, exchange, answerBody),
  )
  const research = withBody<ResearchRequest>(ResearchRequest, async (body, exchange) => {
    const asked = toRequest('research', body, 'standard')
    if (!body.background) return runCall(asked, exchange, researchBody)
    return handleBody(await runs.submit(asked, { queue: readQueue(exchange.request) }))
  })
  const finance = withBody<ResearchRequest>(FINANCE_SCHEMA, async (body, exchange) =>
    runCall(toRequest('finance', body, 'deep'), exchange, researchBody),
  )
  const operations = createPageOperations(deps.pages, calls)
  const search = withBody(SearchBody, operations.search)
  const searchByQuery = withBody(SearchBody, operations.search, 'query')
  const contents = withBody(ContentsBody, operations.contents)
  const task: Handler = async request => {
    const { taskId } = request.params as { taskId: string }
    const run = await runs.find(taskId)
    if (!run) throw taskNotFound()
    return taskBody(run)
  }
  // Cancelling is an addition to the wire.
  const cancelCall: Handler = async request => {
    const { callName } = request.params as { callName: string }
    if (!calls.cancel(callName)) throw new WireError(404, { detail: 'Call not found' })
    return { status: 'cancelled' }
  }
  const cancelTask: Handler = async request => {
    const { taskId } = request.params as { taskId: string }
    const outcome = await runs.cancel(taskId)
    if (!outcome) throw taskNotFound()
    if (outcome === 'ended') throw new WireError(409, { detail: 'The task has already ended' })
    return { task_id: taskId, status: outcome }
  }
  return [
    { method: 'POST', path: '/v1/answer', handler: answer },
    { method: 'POST', path: '/v1/research', handler: research },
    { method: 'POST', path: '/v1/finance_research', handler: finance },
    { method: 'GET', path: '/v1/search', handler: searchByQuery },
    { method: 'POST', path: '/v1/search', handler: search },
    { method: 'POST', path: '/v1/contents', handler: contents },
    // Listing the sources is an addition to the wire.
    { method: 'GET', path: '/v1/sources', handler: async () => deps.sources() },
    { method: 'GET', path: '/v1/research/:taskId', handler: task },
    { method: 'DELETE', path: '/v1/research/:taskId', handler: cancelTask },
    { method: 'DELETE', path: '/v1/calls/:callName', handler: cancelCall },
    { method: 'GET', path: '/v1/research/:taskId/stream', handler: createTaskStream(deps) },
  ]
}

/** Reads and validates the fields before the handler gets them. */
function withBody<Body>(
  schema: object,
  handle: (body: Body, exchange: Exchange) => Promise<object>,
  place: 'body' | 'query' = 'body',
): Handler {
  const validate = createValidateFields(schema, place)
  return async (request, reply) => {
    const body = place === 'query' ? readQuery(request) : readBody(request)
    validate(body)
    return await handle(body as Body, { request, reply })
  }
}

/** Reads the body as a JSON object, whatever content type it claims. */
function readBody(request: FastifyRequest): JsonObject {
  const body = parse(request.body as Buffer | undefined)
  if (isJsonObject(body)) return withoutNulls(body)
  throw badFields([
    { type: 'model_attributes_type', loc: ['body'], msg: 'Input should be a valid object' },
  ])
}

function parse(body: Buffer | undefined): unknown {
  try {
    return JSON.parse(decoder.decode(body))
  } catch {
    // The parser's own message would quote the body.
    throw badFields([{ type: 'json_invalid', loc: ['body'], msg: 'Input should be valid JSON' }])
  }
}

/** Removes nulls, which clients in other languages send for fields that are not set. */
function withoutNulls(body: JsonObject): JsonObject {
  const entries = Object.entries(body)
    .filter(([, value]) => value !== null)
    .map(([name, value]): [string, unknown] => [
      name,
      name === 'source_control' && isJsonObject(value) ? withoutNulls(value) : value,
    ])
  return Object.fromEntries(entries)
}

/** Reads the queue that the caller wants a run to wait in; its name is opaque to the engine. */
function readQueue({ headers }: FastifyRequest): string {
  const name = headers['footnote-queue']
  return typeof name === 'string' && /^[\w-]{1,64}$/.test(name) ? name : ''
}
