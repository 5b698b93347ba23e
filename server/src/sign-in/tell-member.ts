import { countAttempt } from '../attempts/take-attempt.ts'
import type { SignInContext } from './sign-in-context.ts'

/**
 * Word to whoever has an address that somebody tried to use it. A few times a day are enough to know;
 * that the rest are left out is not told, as little as that there is a member.
 */
export async function tellMember(
  { database, mailer, messages }: SignInContext,
  { email }: { email: string },
): Promise<void> {
  const seconds = await countAttempt(database, 'alreadyMemberMail', email)
  if (seconds === 0) await mailer.post(messages.alreadyMember(email))
}
