import { betterAuthHeaders } from './call-better-auth.ts'
import type { ProviderRequest, Visitor } from './sign-in.ts'
import type { SignInContext } from './sign-in-context.ts'

/** Passes a request to better-auth's OAuth provider, with only the headers that it needs. */
export async function callProvider(
  { betterAuth }: Pick<SignInContext, 'betterAuth'>,
  visitor: Visitor,
  { method, path, contentType, authorization, body }: ProviderRequest,
): Promise<Response> {
  const auth = await betterAuth()
  const { baseURL } = await auth.$context
  const headers = betterAuthHeaders(visitor)
  // Our own routes have checked the origin.
  headers.set('origin', new URL(baseURL).origin)
  if (contentType !== undefined) headers.set('content-type', contentType)
  if (authorization !== undefined) headers.set('authorization', authorization)
  const url = new URL(path, baseURL)
  return auth.handler(new Request(url, { method, headers, ...(body !== undefined && { body }) }))
}
