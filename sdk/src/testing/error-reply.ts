import { errorEntry } from '@footnote/contract/errors'
import type { StubReply } from '../../../server/src/testing/stubs/stub-upstream.ts'
import type { ErrorCode } from '../core/wire.ts'

/** Builds an error reply of the service. */
export function errorReply(code: ErrorCode, headers: Record<string, string> = {}): StubReply {
  const { status, message } = errorEntry(code)
  return { status, headers, body: { code, message, request_id: 'a-request' } }
}
