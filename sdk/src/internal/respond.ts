import { ApiPromise, type WithResponse } from '../core/api-promise.ts'
import type { Reply } from './exchange.ts'

/** Runs a request, and returns its data or, with `withResponse()`, all of its reply. */
export function respond<Data>(run: () => Promise<Reply<Data>>): ApiPromise<Data> {
  return new ApiPromise(run().then(toResponse))
}

function toResponse<Data>({
  body: data,
  status,
  headers,
  requestId,
}: Reply<Data>): WithResponse<Data> {
  const { billing } = (data ?? {}) as { billing?: unknown }
  return { data, status, headers, requestId, billing } as WithResponse<Data>
}
