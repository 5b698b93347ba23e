import { ApiError } from '../api-error.ts'
import { networkOf } from '../attempts/network-of.ts'
import { takeAttempt } from '../attempts/take-attempt.ts'
import { takeMailAttempt } from '../attempts/take-mail-attempt.ts'
import { callBetterAuth } from './call-better-auth.ts'
import type { Visitor } from './sign-in.ts'
import type { SignInContext } from './sign-in-context.ts'

const TOKEN = /^[A-Za-z0-9_-]+$/

/** Sends a link if the address is known here; the answer is the same if not. */
export async function requestReset(
  { database, betterAuth }: SignInContext,
  { address }: Visitor,
  email: string,
): Promise<void> {
  const network = networkOf(address)
  await takeAttempt(database, 'mailFromAddress', network)
  await takeMailAttempt(database, 'reset', { email, sender: network })
  const { api } = await betterAuth()
  await api.requestPasswordReset({ body: { email } })
}

/** Sets a new password by a link that works once, and signs everybody out. */
export async function resetPassword(
  { database, betterAuth }: SignInContext,
  { address }: Visitor,
  { token, password }: { token: string; password: string },
): Promise<void> {
  await takeAttempt(database, 'resetFromAddress', networkOf(address))
  if (!TOKEN.test(token)) throw new ApiError('LINK_EXPIRED')
  const { api } = await betterAuth()
  await callBetterAuth(
    api.resetPassword({ body: { token, newPassword: password }, returnHeaders: true }),
    { refusals: { INVALID_TOKEN: 'LINK_EXPIRED', USER_NOT_FOUND: 'LINK_EXPIRED' } },
  )
}
