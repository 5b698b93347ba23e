import { callLibrary } from './call-library.ts'
import { forgetPending } from './forget-pending.ts'
import { libraryHeaders } from './library-headers.ts'
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
  const { database, library, mailer, messages } = context
  await requirePassword(context, member, currentPassword)
  const { api } = await library()
  const { cookies } = await callLibrary(
    api.changePassword({
      body: { currentPassword, newPassword, revokeOtherSessions: true },
      headers: libraryHeaders(visitor),
      returnHeaders: true,
    }),
    { refusals: { INVALID_PASSWORD: 'WRONG_PASSWORD', UNAUTHORIZED: 'SIGNED_OUT' } },
  )
  await forgetPending(database, member)
  await mailer.post(messages.passwordChanged(member.email))
  return cookies
}
