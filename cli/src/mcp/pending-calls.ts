import { randomUUID } from 'node:crypto'
import type { ApiReply, ApiRequest, PendingCalls } from '@footnote/mcp/mcp-host'
import type { Billing } from '@footnote/sdk'

interface PendingCall {
  readonly ending: Promise<ApiReply>
  hasEnded: boolean
  /** What the service and its usage history call it, once it has ended. */
  requestId?: string | undefined
}

/** As many as the service keeps for an account over HTTP. */
export const MOST_CALLS = 100
const TOO_MANY = {
  status: 429,
  body: {
    code: 'TOO_MANY_CALLS',
    message: `At most ${MOST_CALLS} calls may run at once; wait until one has ended. Nothing was charged.`,
  },
}

/**
 * The calls of this process, each with how it ends: for as long as the process lives, and on no disk.
 * `send` never rejects.
 */
export function createPendingCalls(
  send: (request: ApiRequest) => Promise<ApiReply>,
  { most = MOST_CALLS } = {},
): PendingCalls {
  /** By the id that was handed out, the oldest first. */
  const calls = new Map<string, PendingCall>()

  /** The result that has waited longest gives way; calls that run do not. */
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
