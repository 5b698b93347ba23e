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
  { provider, next = pages.overview }: { provider: Provider; next?: string | undefined },
): Promise<{ url: string; cookies: Cookies }> {
  await takeAttempt(database, 'providerFromAddress', networkOf(visitor.address))
  const { api } = await betterAuth()
  const { response, cookies } = await callBetterAuth(
    api.signInSocial({
      body: {
        provider,
        callbackURL: next,
        errorCallbackURL: withNext(pages.signIn, { next }),
      },
      headers: betterAuthHeaders(visitor),
      returnHeaders: true,
    }),
    { refusals: { PROVIDER_NOT_FOUND: 'NOT_FOUND' } },
  )
  if (!response.url) throw new ApiError('NOT_FOUND')
  return { url: response.url, cookies }
}

/**
 * Handles the redirect from a provider: on to the page that the visitor came for, the second factor, or back to
 * sign-in.
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
  const location = response.headers.get('location')
  if (isWaiting) return withNext(pages.secondFactor, { next: location })
  if (location === null) return failed('failed')
  const { pathname, searchParams } = new URL(location, 'http://localhost')
  if (pathname !== pages.signIn && /^\/(?![/\\])/.test(location)) return location
  return failed(explain(searchParams.get('error')), searchParams.get('next'))
}

/** Reasons that a visitor can do something about. */
type Failure = 'cancelled' | 'email_unconfirmed' | 'failed'

function explain(error: string | null): Failure {
  if (error === 'access_denied') return 'cancelled'
  return error === 'email_not_found' ? 'email_unconfirmed' : 'failed'
}

function failed(error: Failure, next: string | null = null): string {
  return withNext(pages.signIn, { error, next })
}

/** Returns the address of a page that leads on to the next one after signing in. */
function withNext(page: string, { next, ...rest }: { next: string | null; error?: string }) {
  const query = new URLSearchParams(rest)
  if (next !== null && next !== pages.overview) query.set('next', next)
  return query.size === 0 ? page : `${page}?${query}`
}

function redirect(location: string, cookies: Cookies = []): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status: 302, headers })
}
