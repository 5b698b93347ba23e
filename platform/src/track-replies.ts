import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { pollUntil } from './poll-until.ts'

export interface Replies {
  /** Resolves when all replies that are due now are sent, or the time is over. */
  drain(patienceMs: number, isBusy?: () => boolean): Promise<void>
}

/**
 * Tracks the replies of a server that does not listen yet. Node destroys connections whose reply is complete
 * but not yet sent when the server closes.
 */
export function trackReplies(server: Server): Replies {
  const open = new Map<ServerResponse, IncomingMessage>()
  for (const event of ['request', 'checkExpectation']) {
    server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      open.set(response, request)
      response.on('close', forget)
    })
  }
  /** One function for all, since one for each would live as long as its call. */
  function forget(this: ServerResponse): void {
    open.delete(this)
  }
  // A client that sent half a request gets no reply yet.
  const isDue = ([response, request]: [ServerResponse, IncomingMessage]) =>
    request.complete || response.headersSent
  return {
    async drain(patienceMs, isBusy = () => false) {
      const due = [...open].filter(isDue).map(([response]) => response)
      await pollUntil(() => !(due.some(response => open.has(response)) || isBusy()) || undefined, {
        timeoutMs: patienceMs,
      })
    },
  }
}
