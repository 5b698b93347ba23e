import { ApiError } from '../api-error.ts'
import type { Cookies, Visitor } from './sign-in.ts'

type Code = ConstructorParameters<typeof ApiError>[0]

/** Returns better-auth's response and cookies; throws its refusals as the table maps them. */
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

/** Returns the code of a better-auth refusal. */
export function betterAuthCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name !== 'APIError' || !('body' in error)) return undefined
  const { body } = error
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** Returns the status of a better-auth refusal, for those without a code. */
export function betterAuthStatus(error: unknown): unknown {
  return error instanceof Error && error.name === 'APIError' && 'status' in error
    ? error.status
    : undefined
}

/** Header with the visitor's address for better-auth, only ever set by the server. */
export const VISITOR_HEADER = 'x-footnote-visitor'
const LONGEST_AGENT = 300

/** Builds the only headers that better-auth sees of a request. */
export function betterAuthHeaders({ cookie, userAgent, address }: Visitor): Headers {
  const headers = new Headers({ [VISITOR_HEADER]: address })
  if (cookie !== undefined) headers.set('cookie', cookie)
  if (userAgent !== undefined) headers.set('user-agent', userAgent.slice(0, LONGEST_AGENT))
  return headers
}
