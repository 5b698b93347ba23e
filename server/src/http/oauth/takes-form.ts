import type { FastifyRequest } from 'fastify'

const BODY_BYTES = 20_000

/** Options of a route that reads its body itself, whatever its type. */
export const takesForm = {
  bodyLimit: BODY_BYTES,
  onRequest: async (request: FastifyRequest) => {
    request.headers = { 'content-type': 'application/octet-stream' }
  },
}
