import { usdText } from '@footnote/contract/usd-text'
import { closeAccount } from '../accounts/close-account.ts'
import { ApiError } from '../api-error.ts'
import { requirePassword } from './require-password.ts'
import type { Member } from './sign-in.ts'
import type { SignInContext } from './sign-in-context.ts'

/** Closes a member's account for good, giving up the balance that they were shown and no other. */
export async function closeOwnAccount(
  context: SignInContext,
  member: Member,
  { password, shownUnits }: { password: string; shownUnits: bigint },
): Promise<void> {
  const { database, mailer, messages } = context
  await requirePassword(context, member, password)
  const outcome = await closeAccount(database, { accountId: member.accountId, shownUnits })
  if (outcome === 'balance_changed') throw new ApiError('BALANCE_CHANGED')
  if (outcome === 'calls_running') throw new ApiError('CALLS_RUNNING')
  await mailer.post(messages.accountClosed(member.email, { usd: usdText(shownUnits) }))
}
