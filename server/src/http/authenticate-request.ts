import type { FastifyRequest } from 'fastify'
import { ApiError } from '../api-error.ts'
import { expiredKey } from '../calls/key-refusals.ts'
import type { Authenticator, Caller } from '../keys/authenticator.ts'

/** Returns the caller of a request by its one Authorization header. */
export async function authenticateRequest(
  authenticator: Authenticator,
  request: FastifyRequest,
): Promise<Caller> {
  const key = readKey(request)
  const caller = key && (await authenticator.authenticate(key))
  if (!caller) throw new ApiError('INVALID_API_KEY')
  const { expiry } = caller
  if (expiry && expiry.atMs <= performance.now()) throw expiredKey(expiry.at)
  return caller
}

function readKey({ raw, headers }: FastifyRequest): string | undefined {
  // Node keeps the first of several Authorization headers and silently drops the rest.
  let count = 0
  for (let index = 0; index < raw.rawHeaders.length; index += 2) {
    if (raw.rawHeaders[index]?.toLowerCase() === 'authorization') count += 1
  }
  if (count !== 1) return undefined
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}
