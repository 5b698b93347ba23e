import type { SiteWalletResponse } from '@footnote/contract/site/responses'
import { toWireUnits } from '@footnote/contract/units'
import { usdText } from '@footnote/contract/usd-text'
import type { Database } from '@footnote/platform/database/connect'

interface Row {
  balance_units: bigint
  held_units: bigint
  debt_units: bigint
  refundable_units: bigint
  state: SiteWalletResponse['account_state']
  freeze_reason: string | null
  has_open_dispute: boolean
  notice_below_units: bigint | null
}

/** Reads the wallet as its owner sees it. */
export async function readSiteWallet(
  database: Database,
  accountId: string,
): Promise<SiteWalletResponse> {
  const { rows } = await database.query<Row>({
    name: 'read_site_wallet',
    text: `select wallet.balance_units, wallet.debt_units, account.state, account.freeze_reason,
             account.notice_below_units,
             (select coalesce(sum(cost_units), 0)::bigint from open_charge
              where open_charge.account_id = $1 and captured_at is null) as held_units,
             least(
               wallet.balance_units,
               (select coalesce(sum(credited_units - refunded_units - disputed_units), 0)::bigint
                from payment where payment.account_id = $1 and not is_test)
             ) as refundable_units,
             exists (select from payment
                     where payment.account_id = $1 and has_open_dispute) as has_open_dispute
           from wallet join account on account.id = wallet.account_id
           where wallet.account_id = $1`,
    values: [accountId],
  })
  const [row] = rows
  if (!row) throw new Error('an account has no wallet')
  return {
    balance_units: toWireUnits(row.balance_units),
    held_units: toWireUnits(row.held_units),
    debt_units: toWireUnits(row.debt_units),
    refundable_units: toWireUnits(row.refundable_units),
    account_state: row.state,
    frozen_because: row.state === 'frozen' ? explainFreeze(row) : null,
    notice_below_units:
      row.notice_below_units === null ? null : toWireUnits(row.notice_below_units),
  }
}

function explainFreeze({ freeze_reason, has_open_dispute, debt_units }: Row): string {
  if (freeze_reason !== 'payment')
    return 'The operator has frozen this account. Contact them to lift the freeze.'
  const reasons = []
  if (has_open_dispute) {
    reasons.push('A payment is disputed at the bank. You can’t spend until the dispute is decided.')
  }
  if (debt_units > 0n) {
    reasons.push(
      `A payment was refunded or disputed after you spent part of it, so you owe $${usdText(debt_units)}. Your next recharge pays this first.`,
    )
  }
  return reasons.join(' ')
}
