import { limits } from '@footnote/contract/limits'
import { usdText } from '@footnote/contract/usd-text'
import { closeAccount, findUnfetched } from '../accounts/accounts.ts'
import { ApiError } from '../api-error.ts'
import { requirePassword } from './passwords.ts'
import type { Member, SignIn } from './sign-in.ts'
import type { SignInContext } from './sign-in-context.ts'

const MINUTE_MS = 60_000

/**
 * Closes a member's account for good and forfeits the balance that they were shown, and no other.
 * Open payments are ended first, and only if nothing else prevents the closure.
 */
export async function closeOwnAccount(
  context: SignInContext,
  member: Member,
  { password, shownUnits, endPayments }: Parameters<SignIn['closeAccount']>[1],
): Promise<void> {
  const { database, mailer, messages } = context
  await requirePassword(context, member, password)
  const close = () => closeAccount(database, { accountId: member.accountId, shownUnits })
  let outcome = await close()
  if (outcome === 'payments_running') {
    await endPayments()
    outcome = await close()
  }
  if (outcome === 'frozen') throw new ApiError('ACCOUNT_FROZEN')
  if (outcome === 'payments_running') throw new ApiError('PAYMENTS_RUNNING')
  if (outcome === 'balance_changed') throw new ApiError('BALANCE_CHANGED')
  if (outcome === 'calls_running')
    throw callsRunning(await findUnfetched(database, member.accountId))
  await mailer.post(messages.accountClosed(member.email, { usd: usdText(shownUnits) }))
}

/** A call whose result waits to be fetched can still end refunded, so it is not settled here. */
function callsRunning(unfetchedSince: Date | undefined): ApiError {
  if (!unfetchedSince) return new ApiError('CALLS_RUNNING')
  const settledAt = new Date(unfetchedSince.getTime() + limits.holdResultMinutes * MINUTE_MS)
  const time = settledAt.toISOString().slice(11, 16)
  return new ApiError('CALLS_RUNNING', {
    message: `A call has completed, but its result was not fetched yet. Fetch it, or close the account after ${time} UTC.`,
  })
}
