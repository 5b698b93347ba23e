import { randomUUIDv7 } from 'node:crypto'
import { pages } from '@footnote/contract/site/pages'
import type { RechargeFailure } from '@footnote/contract/site/responses'
import { usdText } from '@footnote/contract/usd-text'
import type { Database } from '@footnote/platform/database/connect'

const MOST_PER_ROUND = 100

interface FailedRecharge {
  readonly id: string
  readonly failure: RechargeFailure
  readonly asked_units: bigint
  readonly is_on: boolean | null
}

/**
 * Mails failed automatic recharges and reached ceilings. A message stops being due in the statement that puts it into
 * the outbox, so processes may race and die.
 */
export async function mailRecharges(
  database: Database,
  { origin }: { origin: () => string },
): Promise<void> {
  const url = `${origin()}${pages.wallet}`
  const failed = await database.query<FailedRecharge>(
    `select payment.id, payment.failure, payment.asked_units, auto_recharge.is_on
     from payment left join auto_recharge on auto_recharge.account_id = payment.account_id
     where payment.failure_is_due limit $1`,
    [MOST_PER_ROUND],
  )
  for (const row of failed.rows) {
    await database.query(
      `with due as (
         update payment set failure_is_due = false where id = $1 and failure_is_due
         returning account_id
       )
       insert into mail (id, recipient, subject, body)
       select $2, account.email, $3, $4 from due join account on account.id = due.account_id
       where account.user_id is not null and not 'auto_recharge' = any(account.mail_off)`,
      [
        row.id,
        randomUUIDv7(),
        row.is_on ? 'Your automatic recharge failed' : 'Automatic recharge was turned off',
        failureText(row, { url }),
      ],
    )
  }
  const capped = await database.query<{ account_id: string; month_cap_units: bigint }>(
    'select account_id, month_cap_units from auto_recharge where cap_mail_is_due limit $1',
    [MOST_PER_ROUND],
  )
  for (const { account_id, month_cap_units } of capped.rows) {
    await database.query(
      `with due as (
         update auto_recharge set cap_mail_is_due = false where account_id = $1 and cap_mail_is_due
         returning account_id
       )
       insert into mail (id, recipient, subject, body)
       select $2, account.email, $3, $4 from due join account on account.id = due.account_id
       where account.user_id is not null and not 'auto_recharge' = any(account.mail_off)`,
      [
        account_id,
        randomUUIDv7(),
        'Your monthly ceiling for automatic recharge is reached',
        capText({ month_cap_units }, { url }),
      ],
    )
  }
}

const CAUSES: Readonly<Record<RechargeFailure, string>> = {
  authentication_required: 'Your bank wants you to confirm this payment yourself.',
  card_expired: 'Your saved card has expired.',
  card_unusable: 'Your saved card can no longer be charged.',
  declined: 'Your bank declined the payment.',
  unavailable: 'The payment provider could not make the payment.',
}

function failureText(
  { failure, asked_units, is_on }: FailedRecharge,
  { url }: { url: string },
): string {
  return `We could not recharge your Footnote wallet with $${usdText(asked_units)}. ${CAUSES[failure]} You were not charged.

${
  is_on
    ? 'We try again in a day. To recharge now, or to turn automatic recharge off:'
    : 'Automatic recharge is now off. To recharge by hand, save another card or turn it on again:'
}

${url}
`
}

function capText(
  { month_cap_units }: { month_cap_units: bigint },
  { url }: { url: string },
): string {
  return `Your Footnote balance is low, but another automatic recharge would exceed your monthly ceiling of $${usdText(month_cap_units)}. You were not charged.

Automatic recharges continue next month. To recharge now, or to change the ceiling:

${url}
`
}
