import { randomUUIDv7 } from 'node:crypto'
import { usdText } from '@footnote/contract/usd-text'
import type { Database } from '@footnote/platform/database/connect'

interface DueNotice {
  readonly account_id: string
  readonly balance_units: bigint
  /** Null if the balance has risen again. */
  readonly below_units: bigint | null
}

const MOST_PER_ROUND = 200

/**
 * Sends one message each time a confirmed account's balance falls below its owner's threshold.
 * Every movement below it notes the account in `notice_due`, so no query scans all wallets.
 */
export async function noticeLowBalances(
  database: Database,
  { walletUrl }: { walletUrl: () => string },
): Promise<void> {
  const { rows: due } = await database.query<DueNotice>(
    `select wallet.account_id, wallet.balance_units,
       case when wallet.balance_units < wallet.notice_below_units then wallet.notice_below_units end
         as below_units
     from notice_due join wallet on wallet.account_id = notice_due.account_id
     limit $1`,
    [MOST_PER_ROUND],
  )
  if (due.length === 0) return
  const url = walletUrl()
  await database.query('select post_notices($1, $2, $3, $4, $5)', [
    due.map(({ account_id }) => account_id),
    due.map(({ below_units }) => below_units),
    due.map(() => randomUUIDv7()),
    due.map(({ balance_units }) => `Your Footnote balance is $${usdText(balance_units)}`),
    due.map(notice => noticeText(notice, url)),
  ])
}

function noticeText({ balance_units, below_units }: DueNotice, walletUrl: string): string {
  return `Your Footnote balance has fallen below $${usdText(below_units ?? 0n)} and is now $${usdText(balance_units)}.

Calls that cost more than your balance are rejected and not charged. Recharge your wallet or change this alert:

${walletUrl}
`
}
