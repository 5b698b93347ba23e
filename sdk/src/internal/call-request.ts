import { operations } from '../core/wire.ts'
import { pollLimitMs } from './time-limits.ts'
import type { Call } from './transport.ts'

/** The request about one call. Rejects IDs that would change the path. */
export function callRequest(name: 'retrieve_call' | 'cancel_call', requestId: string): Call {
  if (typeof requestId !== 'string' || /^[\s.]*$/.test(requestId)) {
    throw new TypeError('requestId must be the request_id of a call')
  }
  const { method, path } = operations[name]
  return {
    method,
    path: path.replace('{request_id}', () => encodeURIComponent(requestId)),
    limitMs: pollLimitMs,
  }
}
