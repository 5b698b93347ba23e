import type { IncomingMessage, ServerResponse } from 'node:http'
import { pollUntil } from '@footnote/platform/poll-until'
import type { FastifyInstance } from 'fastify'

/**
 * Prepares the end of the HTTP side, before it listens. What comes back ends it: replies that are
 * due have so long to be sent, then every connection is cut. Node alone would do neither: it destroys
 * connections whose reply is complete but not yet sent, and waits for ever for callers who have sent
 * half a request or keep an idle connection.
 */
export function prepareClose(
  app: FastifyInstance,
): (options: { patienceMs: number }) => Promise<void> {
  const open = new Map<ServerResponse, IncomingMessage>()
  for (const event of ['request', 'checkExpectation']) {
    app.server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      open.set(response, request)
      response.on('close', forget)
    })
  }
  /** One for all: a function for each would stay as long as its call. */
  function forget(this: ServerResponse): void {
    open.delete(this)
  }
  const isDue = ([response, request]: [ServerResponse, IncomingMessage]) =>
    request.complete || response.headersSent

  return async ({ patienceMs }) => {
    const due = [...open].filter(isDue).map(([response]) => response)
    await pollUntil(() => !due.some(response => open.has(response)) || undefined, {
      timeoutMs: patienceMs,
    })
    const closed = app.close()
    const cutting = setInterval(() => app.server.closeAllConnections(), 10)
    try {
      await closed
    } finally {
      clearInterval(cutting)
    }
  }
}
