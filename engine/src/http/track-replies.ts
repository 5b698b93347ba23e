import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { pollUntil } from '@footnote/platform/poll-until'

export interface Replies {
  /** Resolves when every reply that was due has been sent, or the time is over. */
  drain(patienceMs: number): Promise<void>
}

/** Follows the replies of a server from before it listens. */
export function trackReplies(server: Server): Replies {
  const open = new Map<ServerResponse, IncomingMessage>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    open.set(response, request)
    response.once('close', () => open.delete(response))
  })
  return {
    async drain(patienceMs) {
      // Who has sent half a request waits for nothing yet.
      const due = [...open].filter(([, request]) => request.complete).map(([response]) => response)
      await pollUntil(() => !due.some(response => open.has(response)) || undefined, {
        timeoutMs: patienceMs,
      })
    },
  }
}
