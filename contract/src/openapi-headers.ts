import { examples } from './examples.ts'
import { limits } from './limits.ts'

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
}
