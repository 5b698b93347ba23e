import type { FastifyRequest } from 'fastify'

/** A request's headers in the shape that web libraries take. */
export function toHeaders({ headers }: Pick<FastifyRequest, 'headers'>): Headers {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) result.append(name, one)
    }
  }
  return result
}
