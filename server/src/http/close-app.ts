import { trackReplies } from '@footnote/platform/track-replies'
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
  const replies = trackReplies(app.server)
  return async ({ patienceMs }) => {
    await replies.drain(patienceMs, isSending)
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
