import { randomUUID } from 'node:crypto'
import { within } from '@footnote/mcp/follow-task'
import type { ApiEvent, ApiReply, ApiRequest, PendingCalls } from '@footnote/mcp/mcp-host'

interface PendingCall {
  readonly ending: Promise<ApiReply>
  /** The stages and sources so far. */
  readonly events: ApiEvent[]
  /** Those who wait for the call. */
  readonly listeners: Set<Tell>
  hasEnded: boolean
}

type Tell = (event: ApiEvent) => void

/** The service's limit per account over HTTP. */
const MOST_CALLS = 100
const TOO_MANY = {
  status: 429,
  body: {
    code: 'TOO_MANY_CALLS',
    message: `At most ${MOST_CALLS} calls can run at once. Nothing was charged; try again when one has ended.`,
  },
}

/**
 * Keeps the calls of this process and their results in memory. `send` must not reject, and sends the id as
 * the call's own, so that the service knows the call by it too.
 */
export function createPendingCalls(
  send: (request: ApiRequest, requestId: string, note: Tell) => Promise<ApiReply>,
  { most = MOST_CALLS } = {},
): PendingCalls {
  /** Oldest first. */
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
      const events: ApiEvent[] = []
      const listeners = new Set<Tell>()
      const note = (event: ApiEvent) => {
        events.push(event)
        for (const tell of listeners) tell(event)
      }
      const call: PendingCall = {
        ending: send(request, id, note),
        ...{ events, listeners, hasEnded: false },
      }
      calls.set(id, call)
      void call.ending.then(() => {
        call.hasEnded = true
      })
      return id
    },
    async find(id, until, tell = () => {}) {
      const call = calls.get(id)
      if (!call) return undefined
      const running = { status: 200, body: { task_id: id, status: 'running' } }
      call.events.forEach(tell)
      call.listeners.add(tell)
      try {
        return (await within(call.ending, until)) ?? running
      } finally {
        call.listeners.delete(tell)
      }
    },
  }
}
