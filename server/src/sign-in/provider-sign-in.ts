import { pages } from '@footnote/contract/site/pages'
import type { Provider } from '@footnote/contract/site/responses'
import { ApiError } from '../api-error.ts'
import { networkOf } from '../attempts/network-of.ts'
import { takeAttempt } from '../attempts/take-attempt.ts'
import { AUTH_PATH } from './better-auth.ts'
import { betterAuthHeaders, callBetterAuth } from './call-better-auth.ts'
import type { Cookies, Visitor } from './sign-in.ts'
import type { SignInContext } from './sign-in-context.ts'

const CALLBACK = new RegExp(`^${AUTH_PATH}/callback/(?:github|google)$`)

/** Returns the provider's page, and the cookie that ties its reply to this visitor. */
export async function startProvider(
  { database, betterAuth }: SignInContext,
  visitor: Visitor,
  provider: Provider,
): Promise<{ url: string; cookies: Cookies }> {
  await takeAttempt(database, 'providerFromAddress', networkOf(visitor.address))
  const { api } = await betterAuth()
  const { response, cookies } = await callBetterAuth(
    api.signInSocial({
      body: { provider, callbackURL: pages.overview, errorCallbackURL: pages.signIn },
      headers: betterAuthHeaders(visitor),
      returnHeaders: true,
    }),
    { refusals: { PROVIDER_NOT_FOUND: 'NOT_FOUND' } },
  )
  if (!response.url) throw new ApiError('NOT_FOUND')
  return { url: response.url, cookies }
}

/**
 * Handles the redirect from a provider: on to the overview, the second factor, or back to sign-in.
 */
export async function handleCallback(
  { betterAuth, reportFault }: SignInContext,
  request: Request,
  { address = '' }: { readonly address?: string } = {},
): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const auth = await betterAuth()
  const { baseURL } = await auth.$context
  if (request.method !== 'GET' || !CALLBACK.test(pathname)) return redirect(failed('failed'))
  const visitor = {
    cookie: request.headers.get('cookie') ?? undefined,
    userAgent: request.headers.get('user-agent') ?? undefined,
    address,
  }
  // Uses our own origin, whatever a proxy made of it, and only the headers that better-auth needs.
  const url = new URL(pathname + search, baseURL)
  try {
    const response = await auth.handler(new Request(url, { headers: betterAuthHeaders(visitor) }))
    return redirect(await wayOn(response), response.headers.getSetCookie())
  } catch (error) {
    reportFault(error)
    return redirect(failed('failed'))
  }
}

async function wayOn(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined)
  const isWaiting = typeof body === 'object' && body !== null && 'twoFactorRedirect' in body
  if (isWaiting) return pages.secondFactor
  const location = response.headers.get('location')
  if (location === null) return failed('failed')
  if (location === pages.overview) return location
  return failed(explain(new URL(location, 'http://localhost').searchParams.get('error')))
}

/** Reasons that a visitor can do something about. */
type Failure = 'cancelled' | 'email_unconfirmed' | 'failed'

function explain(error: string | null): Failure {
  if (error === 'access_denied') return 'cancelled'
  return error === 'email_not_found' ? 'email_unconfirmed' : 'failed'
}

function failed(failure: Failure): string {
  return `${pages.signIn}?error=${failure}`
}

function redirect(location: string, cookies: Cookies = []): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status: 302, headers })
}
