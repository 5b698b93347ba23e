import { examples } from './examples.ts'
import { limits } from './limits.ts'

/** The parameters of requests, by name. */
export const parameters = {
  task_id: {
    name: 'task_id',
    in: 'path',
    required: true,
    description: 'Identifier of the task, in lower case as the submission gave it.',
    schema: { type: 'string', format: 'uuid' },
    example: examples.requestId,
  },
  'Last-Event-ID': {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The id of the last event received; the stream goes on after it.',
    schema: { type: 'string', pattern: '^[0-9]{1,18}$' },
    example: '7',
  },
}

/** The headers of responses, by name. */
export const headers = {
  'X-Request-Id': {
    description: 'Identifier of the request; equals billing.request_id on a paid call.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
    example: examples.requestId,
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 0 },
    example: limits.pollSeconds.shortest,
  },
  'WWW-Authenticate': {
    description: 'The scheme to authenticate with.',
    schema: { type: 'string' },
    example: 'Bearer',
  },
  Allow: {
    description: 'The methods that the path supports.',
    schema: { type: 'string' },
    example: 'GET, HEAD',
  },
}
