import type { ErrorCode } from '@footnote/contract/errors'
import { ErrorResponse } from '@footnote/contract/responses'
import type { SiteErrorCode } from '@footnote/contract/site/errors'
import { type SiteOperation, siteOperations } from '@footnote/contract/site/operations'
import type { SiteOperationName } from '@footnote/contract/site/paths'
import { expect } from 'vitest'
import { ApiError } from '../../api-error.ts'
import { expectShape } from './expect-contract.ts'
import type { Reply } from './test-service.ts'

/** Checks a successful reply against the website's contract of its operation. */
export function expectSite(name: SiteOperationName, reply: Reply): void {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  const { response }: SiteOperation = siteOperations[name]
  if (!response) throw new Error(`${name} answers with a stream`)
  expectShape(response, reply)
  expectPrivate(reply)
}

export function expectSiteError(code: ErrorCode | SiteErrorCode, reply: Reply): void {
  const { status, retryAfterSeconds } = new ApiError(code)
  expect(reply).toMatchObject({ status, body: { code } })
  const { code: _, ...properties } = ErrorResponse.properties
  expectShape({ ...ErrorResponse, properties: { ...properties, code: { const: code } } }, reply)
  expect(reply.body.request_id).toBe(reply.headers.get('x-request-id'))
  expect(reply.headers.has('retry-after')).toBe(retryAfterSeconds !== undefined)
  expectPrivate(reply)
}

/** A reply with account data is neither cached on the way nor readable by another origin. */
function expectPrivate({ headers }: Reply): void {
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect([...headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([])
}
