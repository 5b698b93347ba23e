import { callLibrary } from './call-library.ts'
import { libraryHeaders } from './library-headers.ts'
import type { Cookies, Visitor } from './sign-in.ts'
import type { SignInContext } from './sign-in-context.ts'

/** Ends the session here and in the browser; without one, nothing happens. */
export async function signOut({ library }: SignInContext, visitor: Visitor): Promise<Cookies> {
  const { api } = await library()
  const headers = libraryHeaders(visitor)
  const { cookies } = await callLibrary(api.signOut({ headers, returnHeaders: true }))
  return cookies
}
