import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { AnswerRequest, FinanceRequest, ResearchRequest } from '@footnote/contract/requests'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Runs } from '../runs/open-runs.ts'
import { createCallRunner, createTaskStream } from './serve-calls.ts'
import { createValidateFields } from './validate.ts'
import {
  answerBody,
  type FinanceBody,
  fromAnswer,
  fromFinance,
  fromResearch,
  handleBody,
  researchBody,
  taskBody,
} from './wire-bodies.ts'
import { badFields, taskNotFound } from './wire-error.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

export interface Route {
  readonly method: 'GET' | 'POST'
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

export function createRoutes(
  deps: Parameters<typeof createCallRunner>[0] &
    Parameters<typeof createTaskStream>[0] & { readonly runs: Runs },
): Route[] {
  const { runs } = deps
  const runCall = createCallRunner(deps)
  const answer = withBody<AnswerRequest>(AnswerRequest, async (body, _, reply) =>
    answerBody(await runCall(fromAnswer(body), reply)),
  )
  const research = withBody<ResearchRequest>(ResearchRequest, async (body, request, reply) => {
    const asked = fromResearch(body)
    if (!body.background) return researchBody(await runCall(asked, reply))
    return handleBody(await runs.submit(asked, { queue: readQueue(request) }))
  })
  const finance = withBody<FinanceBody>(FINANCE_SCHEMA, async (body, _, reply) =>
    researchBody(await runCall(fromFinance(body), reply)),
  )
  const task: Handler = async request => {
    const { taskId } = request.params as { taskId: string }
    const run = await runs.find(taskId)
    if (!run) throw taskNotFound()
    return taskBody(run)
  }
  return [
    { method: 'POST', path: '/v1/answer', handler: answer },
    { method: 'POST', path: '/v1/research', handler: research },
    { method: 'POST', path: '/v1/finance_research', handler: finance },
    { method: 'GET', path: '/v1/research/:taskId', handler: task },
    { method: 'GET', path: '/v1/research/:taskId/stream', handler: createTaskStream(deps) },
  ]
}

/** Reads and validates the body before the handler gets it. */
function withBody<Body>(
  schema: object,
  handle: (body: Body, request: FastifyRequest, reply: FastifyReply) => Promise<object>,
): Handler {
  const validate = createValidateFields(schema)
  return async (request, reply) => {
    const body = readBody(request)
    validate(body)
    return await handle(body as Body, request, reply)
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
