import type { FastifyInstance } from 'fastify'

/** Short, since a new version of the service may say something else. */
export const MINUTES = 'public, max-age=300'

/** Serves what is known at the start and stays the same. */
export function serveFixed(
  app: FastifyInstance,
  path: string,
  {
    type,
    body,
    cache = MINUTES,
    headers = {},
  }: {
    type: string
    body: string | Buffer
    cache?: string
    headers?: Readonly<Record<string, string>>
  },
): void {
  app.get(path, async (_request, reply) => {
    reply.headers({ 'content-type': type, 'cache-control': cache, ...headers })
    return body
  })
}
