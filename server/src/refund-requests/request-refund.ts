import { usdText } from '@footnote/contract/usd-text'
import type { Database } from '@footnote/platform/database/connect'
import { ApiError } from '../api-error.ts'
import { takeAttempt } from '../attempts/take-attempt.ts'
import type { Mailer } from '../mail/mailer.ts'
import { listPayments } from '../payments/payment-row.ts'
import { readSiteWallet } from '../wallet/read-site-wallet.ts'

/**
 * Passes a member's wish for a refund on to the seller, with the payments that it can come from. It moves no
 * money: the seller refunds at the provider, and the wallet follows as with every refund there.
 */
export async function requestRefund(
  { database, mailer }: { database: Database; mailer: Mailer },
  {
    accountId,
    email,
    supportEmail,
    accountUrl,
  }: {
    accountId: string
    email: string
    supportEmail: string
    /** The account in the admin area. */
    accountUrl: string
  },
): Promise<void> {
  const { refundable_units: units } = await readSiteWallet(database, accountId)
  if (units <= 0) throw new ApiError('NOTHING_TO_REFUND')
  await takeAttempt(database, 'refundRequestOfMember', accountId)
  const usd = usdText(BigInt(units))
  const payments = (await listPayments(database, accountId))
    .map(({ is_test, credited_units, refunded_units, disputed_units, ...payment }) => ({
      ...payment,
      left: is_test ? 0 : credited_units - refunded_units - disputed_units,
    }))
    .filter(({ left }) => left > 0)
    .map(
      ({ receipt_number, reference, left }) =>
        `${receipt_number}: up to $${usdText(BigInt(left))}, ${reference}`,
    )
  await mailer.post({
    to: supportEmail,
    subject: `Refund requested: $${usd}`,
    text: [
      `${email} asks for a refund of the unused balance, which was $${usd} at the time of the request.`,
      `Payments that it can come from, newest first:\n${payments.join('\n')}`,
      'Refund them at Stripe. The wallet follows by itself. Check the balance first: a refund beyond it becomes a debt of the account.',
      `Account: ${accountUrl}\n`,
    ].join('\n\n'),
  })
  await mailer.post({
    to: email,
    subject: 'We received your refund request',
    text: [
      `You asked for a refund of your unused balance, which was $${usd}. We reply by mail.`,
      'The balance stays usable until the refund is made. You get back what is left of it by then.',
      `If this wasn’t you, write to ${supportEmail}.\n`,
    ].join('\n\n'),
  })
}
