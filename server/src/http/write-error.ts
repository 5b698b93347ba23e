import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, errorBody } from '../api-error.ts'
import { invalid } from './validate-body.ts'

/** Sends every error that goes on the wire. */
export function writeError(error: ApiError, request: FastifyRequest, reply: FastifyReply): void {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
  if (error.code === 'INVALID_API_KEY' && !reply.hasHeader('www-authenticate')) {
    reply.header('www-authenticate', 'Bearer')
  }
  reply
    .code(error.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(error, request.id)))
}

/** Converts a fault in the framework's or our own code to an error for the caller. */
export function toApiError(error: unknown, request: FastifyRequest): ApiError | undefined {
  if (error instanceof ApiError) return error
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return invalid('QUERY_TOO_LONG', [
        { path: '', message: `must have at most ${request.routeOptions.bodyLimit} bytes` },
      ])
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return invalid('INVALID_REQUEST', [
        { path: '', message: 'must be as long as Content-Length says' },
      ])
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return invalid('INVALID_REQUEST', [
        { path: '', message: 'must be sent with Content-Type: application/json' },
      ])
    case 'FST_ERR_BAD_URL':
      return new ApiError('NOT_FOUND')
    default:
      return undefined
  }
}
