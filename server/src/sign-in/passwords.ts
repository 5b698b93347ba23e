import type { Database } from '@footnote/platform/database/connect'
import { ApiError } from '../api-error.ts'
import { networkOf } from '../attempts/network-of.ts'
import { takeAttempt, takeMailAttempt } from '../attempts/take-attempt.ts'
import { betterAuthHeaders, callBetterAuth } from './call-better-auth.ts'
import type { Cookies, Member, Visitor } from './sign-in.ts'
import type { SignInContext } from './sign-in-context.ts'

/**
 * Checks the password before an action that a session alone must not allow, since somebody else may
 * be using an unattended browser.
 */
export async function requirePassword(
  { database, betterAuth }: SignInContext,
  { userId }: Member,
  password: string,
): Promise<void> {
  await takeAttempt(database, 'passwordOfMember', userId)
  const { rows } = await database.query<{ password: string }>(
    `select password from auth_login where user_id = $1 and provider_id = 'credential'`,
    [userId],
  )
  const [login] = rows
  if (!login) throw new ApiError('PASSWORD_NEEDED')
  const { password: passwords } = await (await betterAuth()).$context
  const isRight = await passwords.verify({ hash: login.password, password })
  if (!isRight) throw new ApiError('WRONG_PASSWORD')
}

/** Changes the password, ends all sessions and opens a new one for this visitor. */
export async function changePassword(
  context: SignInContext,
  member: Member,
  {
    visitor,
    currentPassword,
    newPassword,
  }: { visitor: Visitor; currentPassword: string; newPassword: string },
): Promise<Cookies> {
  const { database, betterAuth, mailer, messages } = context
  await requirePassword(context, member, currentPassword)
  const { api } = await betterAuth()
  const { cookies } = await callBetterAuth(
    api.changePassword({
      body: { currentPassword, newPassword, revokeOtherSessions: true },
      headers: betterAuthHeaders(visitor),
      returnHeaders: true,
    }),
    { refusals: { INVALID_PASSWORD: 'WRONG_PASSWORD', UNAUTHORIZED: 'SIGNED_OUT' } },
  )
  await forgetPending(database, member)
  await mailer.post(messages.passwordChanged(member.email))
  return cookies
}

const TOKEN = /^[A-Za-z0-9_-]+$/

/** Sends a link if the address is known. The reply is the same if it is not. */
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

/** Sets a new password by a link that works once, and ends all sessions. */
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

/** Deletes links, unfinished sign-ins and unfinished passkeys that an earlier password made possible. */
export async function forgetPending(
  database: Database,
  { userId }: { userId: string },
): Promise<void> {
  await database.query(
    `delete from auth_verification
     where value = $1 or value like '%"userData":{"id":"' || $1 || '"%'`,
    [userId],
  )
}
