import { betterAuthHeaders } from './better-auth-headers.ts'
import { callBetterAuth } from './call-better-auth.ts'
import { forgetPending } from './forget-pending.ts'
import { requirePassword } from './require-password.ts'
import type { Cookies, Member, Visitor } from './sign-in.ts'
import type { SignInContext } from './sign-in-context.ts'

/** All sessions end; this one goes on as a new one. */
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
