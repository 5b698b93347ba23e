import { randomUUID } from 'node:crypto'
import type { ApiReply, ApiRequest, PendingCalls } from '@footnote/mcp/mcp-host'
import type { Billing } from '@footnote/sdk'

interface PendingCall {
  readonly ending: Promise<ApiReply>
  hasEnded: boolean
  /** Its id in the usage history, once it has ended. */
  requestId?: string | undefined
}

/** The service's limit per account over HTTP. */
export const MOST_CALLS = 100
const TOO_MANY = {
  status: 429,
  body: {
    code: 'TOO_MANY_CALLS',
    message: `At most ${MOST_CALLS} calls can run at once. Nothing was charged; try again when one has ended.`,
  },
}

/** Keeps the calls of this process and their results in memory. `send` must not reject. */
export function createPendingCalls(
  send: (request: ApiRequest) => Promise<ApiReply>,
  { most = MOST_CALLS } = {},
): PendingCalls {
  /** Calls by the id returned from start, oldest first. */
  const calls = new Map<string, PendingCall>()

  /** Drops the oldest result, never a running call. */
  function makeRoom(): boolean {
    if (calls.size < most) return true
    const [id] = [...calls].find(([, { hasEnded }]) => hasEnded) ?? []
    return id !== undefined && calls.delete(id)
  }

  return {
    start(request) {
      if (!makeRoom()) return TOO_MANY
      const id = randomUUID()
      const call: PendingCall = { ending: send(request), hasEnded: false }
      calls.set(id, call)
      void call.ending.then(({ body }) => {
        call.hasEnded = true
        call.requestId = (body as { billing?: Billing }).billing?.request_id
      })
      return id
    },
    find: id =>
      (calls.get(id) ?? [...calls.values()].find(({ requestId }) => requestId === id))?.ending,
  }
}
