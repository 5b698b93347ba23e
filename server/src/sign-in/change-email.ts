import type { Database } from '@footnote/platform/database/connect'
import { ApiError } from '../api-error.ts'
import { takeAttempt, takeMailAttempt } from '../attempts/take-attempt.ts'
import { hashEmailCode, makeEmailCode } from './email-code.ts'
import { requirePassword } from './passwords.ts'
import type { Member } from './sign-in.ts'
import type { SignInContext } from './sign-in-context.ts'
import { mailMember } from './sign-up.ts'

/**
 * Sends a code to the new address, or a message that it already has an account; the reply is the
 * same.
 */
export async function changeEmail(
  context: SignInContext,
  member: Member,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const { database, mailer, messages } = context
  await requirePassword(context, member, password)
  await takeAttempt(database, 'mailFromMember', member.userId)
  await takeMailAttempt(database, 'new_address', { email, sender: member.userId })
  const code = await makeEmailCode(context, { userId: member.userId, email })
  if (await isTaken(database, { email })) await mailMember(context, { email })
  else await mailer.post(messages.confirmNewEmail(email, { code }))
}

export async function confirmNewEmail(
  context: SignInContext,
  { userId }: Member,
  { email, code }: { email: string; code: string },
): Promise<void> {
  const { database, mailer, messages } = context
  await takeAttempt(database, 'codeOfMember', userId)
  const { rows } = await database.query<{ old_email: string | null }>(
    'select change_email($1, $2, $3) as old_email',
    [userId, email, await hashEmailCode(context, { userId, email, code })],
  )
  const oldEmail = rows[0]?.old_email
  if (!oldEmail) throw new ApiError('WRONG_CODE')
  await mailer.post(messages.emailChanged(oldEmail, { email }))
}

/**
 * Returns whether the address belongs to a proven user, or to an account that its owner has yet to
 * claim.
 */
async function isTaken(database: Database, { email }: { email: string }): Promise<boolean> {
  const { rows } = await database.query<{ is_taken: boolean }>(
    `select exists (select from auth_user where email = $1 and email_verified)
       or exists (select from account where email = $1) as is_taken`,
    [email],
  )
  return rows[0]?.is_taken === true
}
