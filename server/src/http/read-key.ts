import type { FastifyRequest } from 'fastify'

/** Returns the key or token of a request by its one Authorization header; undefined if it has none or several. */
export function readKey({ raw }: FastifyRequest): string | undefined {
  // Node keeps the first of several Authorization headers and silently drops the rest.
  let count = 0
  for (let index = 0; index < raw.rawHeaders.length; index += 2) {
    if (raw.rawHeaders[index]?.toLowerCase() === 'authorization') count += 1
  }
  if (count !== 1) return undefined
  return /^Bearer +(\S+)$/i.exec(raw.headers.authorization ?? '')?.[1]
}
