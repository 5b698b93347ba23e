import { examples } from './examples.ts'
import { limits } from './limits.ts'
import type { Operation } from './operations.ts'

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: object
  readonly example: string
}

/** Every parameter beside the bodies, by name. */
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
  'Footnote-Request-Id': {
    name: 'Footnote-Request-Id',
    in: 'header',
    required: false,
    description:
      'A UUID of your choice for this call, which becomes its request_id. Your account can use each ID for one call: a second POST with it is rejected and not charged.',
    schema: { type: 'string', format: 'uuid' },
    example: examples.requestId,
  },
  'Last-Event-ID': {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: 'The id of the last event you received. The stream resumes after it.',
    schema: { type: 'string', pattern: '^[0-9]{1,18}$' },
    example: '7',
  },
}

/** Lists an operation's parameters beside its body: those in its path, and its headers. */
export function parametersOf({ method, path, request, responses }: Operation): Parameter[] {
  const isCall = method === 'GET' && path.includes('{request_id}')
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const streams = Object.values(responses).some(({ schema }) => schema === undefined)
  const names = [
    ...inPath,
    ...(request ? ['Footnote-Request-Id', 'Prefer'] : []),
    ...(isCall ? ['Footnote-Acknowledge'] : []),
    ...(streams ? ['Last-Event-ID'] : []),
  ]
  return names.map(name => {
    const parameter = parameters[name]
    if (!parameter) throw new Error(`no description of the parameter ${name}`)
    return parameter
  })
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
