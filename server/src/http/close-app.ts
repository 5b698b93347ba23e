import type { IncomingMessage, ServerResponse } from 'node:http'
import { pollUntil } from '@footnote/platform/poll-until'
import type { FastifyInstance } from 'fastify'

/**
 * Prepares the end of the HTTP server, before it listens. The function it returns waits a given
 * time until replies are sent and other instances have confirmed the results that they pass on. Then
 * it cuts every connection. Node does neither: it destroys connections whose reply is complete but not
 * yet sent, and waits forever for callers who sent half a request or keep an idle connection.
 */
export function prepareClose(
  app: FastifyInstance,
  { isSending }: { isSending: () => boolean },
): (options: { patienceMs: number }) => Promise<void> {
  const open = new Map<ServerResponse, IncomingMessage>()
  for (const event of ['request', 'checkExpectation']) {
    app.server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      open.set(response, request)
      response.on('close', forget)
    })
  }
  /** One function for all, since one for each would live as long as its call. */
  function forget(this: ServerResponse): void {
    open.delete(this)
  }
  const isDue = ([response, request]: [ServerResponse, IncomingMessage]) =>
    request.complete || response.headersSent

  return async ({ patienceMs }) => {
    const due = [...open].filter(isDue).map(([response]) => response)
    await pollUntil(() => !(due.some(response => open.has(response)) || isSending()) || undefined, {
      timeoutMs: patienceMs,
    })
    const closed = app.close()
    const cutting = setInterval(() => app.server.closeAllConnections(), 10)
    try {
      await closed
    } finally {
      clearInterval(cutting)
      // The server does not wait for connections of its other listening sockets.
      app.server.closeAllConnections()
    }
  }
}
