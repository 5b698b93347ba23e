import { operations } from '@footnote/contract/operations'
import type { McpHost } from '@footnote/mcp/mcp-host'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { readEvents } from './read-events.ts'
import { carriedBy } from './track-reply.ts'

/** Sends requests to the service itself with a caller's own headers, so all rules of the API hold. */
export function callSelf(
  app: FastifyInstance,
  headers: Readonly<Record<string, string>>,
  /** The reply that carries results to the client. */
  carrier?: FastifyReply,
): Pick<McpHost, 'send' | 'watch'> {
  return {
    async send({ method, path, body, include }) {
      const reply = await carriedBy(carrier, async () =>
        app.inject({
          method,
          url: path,
          headers: {
            ...headers,
            ...(body && { 'content-type': 'application/json' }),
            ...(include && { 'footnote-include': include.join(', ') }),
          },
          ...(body && { payload: JSON.stringify(body) }),
        }),
      )
      const retryAfter = reply.headers['retry-after']
      return {
        status: reply.statusCode,
        body: reply.json(),
        ...(retryAfter !== undefined && { retryAfterSeconds: Number(retryAfter) }),
      }
    },
    watch: (taskId, signal) =>
      readEvents(async () =>
        app.inject({
          url: operations.task_events.path.replace('{task_id}', taskId),
          headers,
          payloadAsStream: true,
          signal,
        }),
      ),
  }
}
