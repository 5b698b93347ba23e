import { examples } from './examples.ts'
import { limits } from './limits.ts'
import type { Operation } from './operations.ts'
import { CHARGE_STATES, TASK_STATES } from './responses.ts'
import { TOOLS } from './tools.ts'

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: object
  readonly example: string | number
}

const DAY = '^\\d{4}-\\d{2}-\\d{2}'
const TIME = `${DAY}(T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2}))?$`

/** Every parameter beside the bodies, by its name or, where two operations differ, another one. */
export const parameters: Readonly<Record<string, Parameter>> = {
  task_id: {
    name: 'task_id',
    in: 'path',
    required: true,
    description: 'Identifier of the task, in lower case, as returned by the submission.',
    schema: { type: 'string', format: 'uuid' },
    example: examples.requestId,
  },
  request_id: {
    name: 'request_id',
    in: 'path',
    required: true,
    description:
      'Identifier of the call: your Footnote-Request-Id, or the request_id of the response.',
    schema: { type: 'string', format: 'uuid' },
    example: examples.requestId,
  },
  webhook_id: {
    name: 'webhook_id',
    in: 'path',
    required: true,
    description: 'Identifier of the webhook.',
    schema: { type: 'string', format: 'uuid' },
    example: examples.requestId,
  },
  delivery_id: {
    name: 'delivery_id',
    in: 'path',
    required: true,
    description: 'Identifier of the delivery.',
    schema: { type: 'string', format: 'uuid' },
    example: examples.webhookDelivery.delivery_id,
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    description:
      'Send respond-async to get 202 as soon as the call is charged, and retrieve the result with its request_id.',
    schema: { type: 'string' },
    example: 'respond-async',
  },
  'Footnote-Acknowledge': {
    name: 'Footnote-Acknowledge',
    in: 'header',
    required: false,
    description:
      'Send true once you have stored the result. The service then forgets it and returns none.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  cursor: inQuery('cursor', {
    description: 'The next_cursor of the page before.',
    schema: { type: 'string', pattern: '^\\d{1,18}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' },
    example: `1763199000000000-${examples.requestId}`,
  }),
  limit: inQuery('limit', {
    description: `Most entries to return, up to ${limits.usageCalls}.`,
    schema: { type: 'integer', minimum: 1, maximum: limits.usageCalls },
    example: 50,
  }),
  from: inQuery('from', {
    description: 'A timestamp, or a day (UTC). Returns calls made at that time or later.',
    schema: { type: 'string', pattern: TIME },
    example: '2026-11-01',
  }),
  to: inQuery('to', {
    description: 'Returns calls made before this timestamp, or until the end of this day (UTC).',
    schema: { type: 'string', pattern: TIME },
    example: '2026-11-30',
  }),
  tool: inQuery('tool', {
    description: 'Returns calls of this tool.',
    schema: { type: 'string', enum: [...TOOLS] },
    example: 'answer',
  }),
  key: inQuery('key', {
    description: 'Returns calls with the key of this name, or website for calls from the website.',
    schema: { type: 'string', minLength: 1, maxLength: 100 },
    example: 'production',
  }),
  charge_state: inQuery('state', {
    description: 'Returns calls in this state.',
    schema: { type: 'string', enum: [...CHARGE_STATES] },
    example: 'captured',
  }),
  task_state: inQuery('state', {
    description: 'Returns tasks in this state.',
    schema: { type: 'string', enum: [...TASK_STATES] },
    example: 'running',
  }),
  'Footnote-Request-Id': {
    name: 'Footnote-Request-Id',
    in: 'header',
    required: false,
    description:
      'A UUID of your choice for this call, which becomes its request_id. Your account can use each ID for one call: a second POST with it is rejected and not charged.',
    schema: { type: 'string', format: 'uuid' },
    example: examples.requestId,
  },
  'Footnote-Include': {
    name: 'Footnote-Include',
    in: 'header',
    required: false,
    description:
      'Send evidence to get output.evidence: the passage that proves each value of a structured result, or the passages that a report is based on.',
    schema: { type: 'string', enum: ['evidence'] },
    example: 'evidence',
  },
  'Last-Event-ID': {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: 'The id of the last event you received. The stream resumes after it.',
    schema: { type: 'string', pattern: '^[0-9]{1,18}$' },
    example: '7',
  },
  'Last-Event-ID.call': {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description:
      'With Accept: text/event-stream, the id of the last event you received. The stream of that call resumes after it; no call is started or charged.',
    schema: { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:[0-9]{1,6}$' },
    example: `${examples.requestId}:3`,
  },
}

/** The ids of an operation's parameters beside its body: those in its path and query, and its headers. */
export function parameterIdsOf({
  method,
  path,
  parameters: own = [],
  isPaid,
  responses,
}: Operation): string[] {
  const isCall = method === 'GET' && path.includes('{request_id}')
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const streams = Object.values(responses).some(({ schema }) => schema === undefined)
  const mayStream = Object.values(responses).some(({ stream }) => stream !== undefined)
  return [
    ...inPath,
    ...own,
    ...(isPaid ? ['Footnote-Request-Id', 'Prefer'] : []),
    ...(isCall ? ['Footnote-Acknowledge'] : []),
    ...(streams ? ['Last-Event-ID'] : []),
    ...(mayStream ? ['Last-Event-ID.call'] : []),
  ]
}

export function parametersOf(operation: Operation): Parameter[] {
  return parameterIdsOf(operation).map(id => {
    const parameter = parameters[id]
    if (!parameter) throw new Error(`no description of the parameter ${id}`)
    return parameter
  })
}

/** JSON Schema of an operation's query. Unknown parameters are ignored. */
export function querySchema(operation: Operation): object {
  const known = parametersOf(operation).filter(parameter => parameter.in === 'query')
  return {
    type: 'object',
    properties: Object.fromEntries(known.map(({ name, schema }) => [name, schema])),
  }
}

function inQuery(
  name: string,
  about: Pick<Parameter, 'description' | 'schema' | 'example'>,
): Parameter {
  return { name, in: 'query', required: false, ...about }
}

/** The headers of responses, by name. */
export const headers = {
  'X-Request-Id': {
    description: 'Identifier of the request. On a paid call, it equals billing.request_id.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
    example: examples.requestId,
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 0 },
    example: limits.pollSeconds.shortest,
  },
  Location: {
    description: 'Path to retrieve the call. Present with Preference-Applied.',
    schema: { type: 'string' },
    example: `/api/v1/calls/${examples.requestId}`,
  },
  'Preference-Applied': {
    description: 'respond-async, if the call was accepted with Prefer: respond-async.',
    schema: { type: 'string' },
    example: 'respond-async',
  },
  'WWW-Authenticate': {
    description: 'The scheme to authenticate with.',
    schema: { type: 'string' },
    example: 'Bearer',
  },
}
