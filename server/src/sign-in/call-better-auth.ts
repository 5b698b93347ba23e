import { ApiError } from '../api-error.ts'
import type { Cookies, Visitor } from './sign-in.ts'

type Code = ConstructorParameters<typeof ApiError>[0]

/** better-auth's answer and its cookies; what it refuses is thrown as the table of refusals says. */
export async function callBetterAuth<Response>(
  call: Promise<{ headers?: Headers | null; response: Response }>,
  { refusals = {} }: { refusals?: Readonly<Record<string, Code>> } = {},
): Promise<{ response: Response; cookies: Cookies }> {
  try {
    const { headers, response } = await call
    return { response, cookies: headers?.getSetCookie() ?? [] }
  } catch (error) {
    const refusal = refusals[betterAuthCode(error) ?? '']
    throw refusal ? new ApiError(refusal) : error
  }
}

/** By what name better-auth refuses something. */
export function betterAuthCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name !== 'APIError' || !('body' in error)) return undefined
  const { body } = error
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** The kind of its refusal, for those that have no name of their own. */
export function betterAuthStatus(error: unknown): unknown {
  return error instanceof Error && error.name === 'APIError' && 'status' in error
    ? error.status
    : undefined
}

/** Tells better-auth where a session is from. Only ever made here, from what the server knows. */
export const VISITOR_HEADER = 'x-footnote-visitor'
const LONGEST_AGENT = 300

/** All that better-auth gets to see of a request. */
export function betterAuthHeaders({ cookie, userAgent, address }: Visitor): Headers {
  const headers = new Headers({ [VISITOR_HEADER]: address })
  if (cookie !== undefined) headers.set('cookie', cookie)
  if (userAgent !== undefined) headers.set('user-agent', userAgent.slice(0, LONGEST_AGENT))
  return headers
}
