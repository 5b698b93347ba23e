import type { FastifyRequest } from 'fastify'

/** The queue that a caller wants a run to wait in; a name that means nothing to the engine. */
export function readQueue({ headers }: FastifyRequest): string {
  const name = headers['footnote-queue']
  return typeof name === 'string' && /^[\w-]{1,64}$/.test(name) ? name : ''
}
