import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../api-error.ts'
import { expiredKey } from '../calls/key-refusals.ts'
import type { Caller } from '../keys/authenticator.ts'
import { readKey } from './read-key.ts'
import type { AppDependencies } from './route.ts'

/**
 * Marks an access token on requests that the service sends to itself for a tool. Random and never sent
 * anywhere, so a client can use its token at `/mcp` only.
 */
const OWN = `own_${randomBytes(32).toString('base64url')}_`

/** Returns the caller of a request by its one Authorization header. */
export async function authenticateRequest(
  { authenticator, website }: Pick<AppDependencies, 'authenticator' | 'website'>,
  request: FastifyRequest,
  { takesTokens = false } = {},
): Promise<Caller> {
  const key = readKey(request)
  const token = takesTokens || request.hop !== undefined ? key : ownToken(key)
  const caller =
    key &&
    ((await authenticator.authenticate(key)) ??
      (token && website?.mcpResource
        ? await authenticator.authenticateToken(token, website.mcpResource.urls())
        : undefined))
  if (!caller) throw new ApiError('INVALID_API_KEY')
  const { expiry } = caller
  if (expiry && expiry.atMs <= performance.now()) throw expiredKey(expiry.at)
  return caller
}

/** Returns the Authorization header with which a tool calls the API for its client. */
export function ownAuthorization(request: FastifyRequest): string {
  const key = readKey(request) ?? ''
  return `Bearer ${key.startsWith('fn_') ? '' : OWN}${key}`
}

/** Returns the Authorization header for another instance, which takes tokens from instances. */
export function passedOnAuthorization({ authorization }: IncomingHttpHeaders): string | undefined {
  return authorization?.replace(OWN, '')
}

function ownToken(key: string | undefined): string | undefined {
  return key?.startsWith(OWN) ? key.slice(OWN.length) : undefined
}
