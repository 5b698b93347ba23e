import type { Database } from '@footnote/platform/database/connect'

/**
 * Says below which balance the owner wants to hear of it; null for never. The balance must fall below
 * it from now on: who asks for a notice at 10 with 5 left knows that much.
 */
export async function setNotice(
  database: Database,
  { accountId, belowUnits }: { accountId: string; belowUnits: bigint | null },
): Promise<void> {
  await database.query(
    `update account
     set notice_below_units = $2, notice_is_armed = coalesce(wallet.balance_units >= $2, false)
     from wallet
     where account.id = $1 and wallet.account_id = account.id`,
    [accountId, belowUnits],
  )
}
