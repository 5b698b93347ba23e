import type { FastifyRequest } from 'fastify'

/** Reads the queue that the caller wants a run to wait in; its name is opaque to the engine. */
export function readQueue({ headers }: FastifyRequest): string {
  const name = headers['footnote-queue']
  return typeof name === 'string' && /^[\w-]{1,64}$/.test(name) ? name : ''
}
