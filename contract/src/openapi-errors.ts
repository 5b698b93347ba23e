import { type ErrorCode, errorEntry, errors } from './errors.ts'
import { errorDetails, examples } from './examples.ts'
import { schemaReference } from './openapi-schemas.ts'
import { operationEntries } from './operations.ts'
import { ErrorResponse } from './responses.ts'

const details: Partial<Record<ErrorCode, object>> = errorDetails

/** Returns the body of an error with this code. */
function errorExample(code: ErrorCode): object {
  const { message } = errors[code]
  return { code, message, request_id: examples.requestId, ...details[code] }
}

/** One example per error code of an operation, shared by every response that may carry it. */
export function errorExamples(): Record<string, unknown> {
  const codes = new Set(operationEntries().flatMap(([, { errors }]) => errors))
  return Object.fromEntries(
    [...codes].map(code => [
      code,
      { summary: errorEntry(code).condition, value: errorExample(code) },
    ]),
  )
}

/** The responses for these codes, by HTTP status: codes that share a status share a response. */
export function errorResponses(codes: readonly ErrorCode[]): Record<string, unknown> {
  const byStatus = Map.groupBy(codes, code => errorEntry(code).status)
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [status, errorResponse(status, group)]),
  )
}

function errorResponse(status: number, codes: readonly ErrorCode[]): object {
  return {
    description: codes.map(code => `\`${code}\`: ${errorEntry(code).condition}`).join('\n\n'),
    headers: errorHeaders(status, codes),
    content: {
      'application/json': {
        schema: schemaReference(ErrorResponse),
        examples: Object.fromEntries(
          codes.map(code => [code, { $ref: `#/components/examples/${code}` }]),
        ),
      },
    },
  }
}

function errorHeaders(status: number, codes: readonly ErrorCode[]): Record<string, object> {
  const names = [
    'X-Request-Id',
    ...(status === 401 ? ['WWW-Authenticate'] : []),
    ...(codes.some(code => errorEntry(code).retryAfterSeconds) ? ['Retry-After'] : []),
  ]
  return Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))
}
