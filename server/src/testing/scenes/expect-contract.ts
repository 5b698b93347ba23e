import { type ErrorCode, errorEntry } from '@footnote/contract/errors'
import { type Operation, type OperationName, operations } from '@footnote/contract/operations'
import { ErrorResponse } from '@footnote/contract/responses'
import { Ajv, type ValidateFunction } from 'ajv'
import { expect } from 'vitest'
import type { Reply } from './test-service.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const UTC_MILLISECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

const ajv = new Ajv({ allErrors: true, strict: false })
ajv.addFormat('uuid', UUID)
ajv.addFormat('date-time', UTC_MILLISECONDS)
ajv.addFormat('date', /^\d{4}-\d{2}-\d{2}$/)

/** Checks a reply of any status against the contract of its operation. */
export function expectContract(name: OperationName, reply: Reply): void {
  const operation: Operation = operations[name]
  if (reply.status >= 400) {
    const { code } = reply.body as { code: ErrorCode }
    expect(operation.errors).toContain(code)
    expectError(code, reply)
    return
  }
  const response = operation.responses[reply.status]
  expect(response, `${name} promises no ${reply.status}`).toBeDefined()
  expectShape(response?.schema ?? {}, reply)
  if (!operation.isPaid) return
  const { billing, request_id: id = billing?.request_id } = reply.body
  expect(id).toBe(reply.headers.get('x-request-id'))
  expect(billing.request_id).toBe(id)
}

/** Also for replies of no operation, such as for an unknown path. */
export function expectError(code: ErrorCode, reply: Reply): void {
  expect(reply).toMatchObject({ status: errorEntry(code).status, body: { code } })
  expectShape(ErrorResponse, reply)
  expect(reply.body.request_id).toBe(reply.headers.get('x-request-id'))
  const { billing } = reply.body
  if (billing) expect(billing.request_id).toBe(reply.body.request_id)
  const mayRetry = errorEntry(code).retryAfterSeconds !== undefined
  expect(reply.headers.has('retry-after')).toBe(mayRetry)
}

/** Checks that the body is JSON that matches a schema exactly, with a request id. */
export function expectShape(schema: object, { headers, body }: Reply): void {
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(headers.get('x-request-id')).toMatch(UUID)
  expectBody(schema, body)
}

/** Checks a body alone, wherever it comes from. */
export function expectBody(schema: object, body: unknown): void {
  const validate = validatorOf(schema)
  validate(body)
  expect(validate.errors ?? []).toEqual([])
}

const validators = new Map<string, ValidateFunction>()

/** Compiles each schema once, which takes many times as long as a check. */
function validatorOf(schema: object): ValidateFunction {
  const key = JSON.stringify(schema)
  const known = validators.get(key)
  if (known) return known
  const made = ajv.compile(closeObjects(schema))
  validators.set(key, made)
  return made
}

/** Clients must tolerate new fields, so the contract is open; today's replies are exact. */
function closeObjects(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (_key, value) =>
    value?.type === 'object' && Object.keys(value.properties ?? {}).length > 0
      ? { ...value, additionalProperties: false }
      : value,
  )
}
