import { PROVIDERS, type Provider } from '@footnote/contract/site/responses'
import { ApiError } from '../../../api-error.ts'
import type { Admission } from '../../../sign-in/sign-in.ts'
import { setCookies, visitorOf } from '../read-request.ts'
import type { SiteCall, SiteRoutes } from '../site-route.ts'

const done = { status: 'done' } as const

export const signInRoutes: Pick<
  SiteRoutes,
  | 'session'
  | 'sign_up'
  | 'confirm_email'
  | 'sign_in'
  | 'sign_in_with'
  | 'start_passkey_sign_in'
  | 'passkey_sign_in'
  | 'second_factor'
  | 'sign_out'
  | 'request_reset'
  | 'reset_password'
> = {
  session: async ({ signIn, offer }, { member, request, reply }) => {
    if (!member) return { account: null, service: offer }
    const { account, cookies } = await signIn.describeMember(member, visitorOf(request))
    setCookies(reply, cookies)
    return { account, service: offer }
  },
  sign_up: async ({ signIn }, { body, request }) => {
    const { accept_terms: acceptsTerms = false, ...credentials } = body
    await signIn.signUp(visitorOf(request), { ...credentials, acceptsTerms })
    return done
  },
  confirm_email: async ({ signIn }, { body, request, reply }) =>
    admit(reply, await signIn.confirmEmail(visitorOf(request), body)),
  sign_in: async ({ signIn }, { body, request, reply }) =>
    admit(reply, await signIn.signIn(visitorOf(request), body)),
  sign_in_with: async ({ signIn, offer }, { params, query, request, reply }) => {
    const provider = PROVIDERS.find((name): name is Provider => name === params['provider'])
    if (!provider || !offer.providers.includes(provider)) throw new ApiError('NOT_FOUND')
    const { url, cookies } = await signIn.startProvider(visitorOf(request), {
      provider,
      next: query.next,
    })
    setCookies(reply, cookies)
    return { url }
  },
  start_passkey_sign_in: async ({ signIn }, { request, reply }) => {
    const { options, cookies } = await signIn.startPasskeySignIn(visitorOf(request))
    setCookies(reply, cookies)
    return { options }
  },
  passkey_sign_in: async ({ signIn }, { body, request, reply }) =>
    admit(reply, await signIn.signInWithPasskey(visitorOf(request), body.credential)),
  second_factor: async ({ signIn }, { body, request, reply }) =>
    admit(reply, await signIn.takeSecondFactor(visitorOf(request), body)),
  sign_out: async ({ signIn }, { request, reply }) => {
    setCookies(reply, await signIn.signOut(visitorOf(request)))
    return done
  },
  request_reset: async ({ signIn }, { body, request }) => {
    await signIn.requestReset(visitorOf(request), body.email)
    return done
  },
  reset_password: async ({ signIn }, { body, request }) => {
    await signIn.resetPassword(visitorOf(request), body)
    return done
  },
}

function admit(
  reply: SiteCall<'sign_in'>['reply'],
  { status, cookies }: Admission,
): Pick<Admission, 'status'> {
  setCookies(reply, cookies)
  return { status }
}
