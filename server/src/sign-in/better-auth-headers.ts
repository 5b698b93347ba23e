import type { Visitor } from './sign-in.ts'

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
