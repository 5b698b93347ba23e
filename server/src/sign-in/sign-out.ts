import { betterAuthHeaders } from './better-auth-headers.ts'
import { callBetterAuth } from './call-better-auth.ts'
import type { Cookies, Visitor } from './sign-in.ts'
import type { SignInContext } from './sign-in-context.ts'

/** Ends the session here and in the browser; without one, nothing happens. */
export async function signOut({ betterAuth }: SignInContext, visitor: Visitor): Promise<Cookies> {
  const { api } = await betterAuth()
  const headers = betterAuthHeaders(visitor)
  const { cookies } = await callBetterAuth(api.signOut({ headers, returnHeaders: true }))
  return cookies
}
