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
    // The wallet is locked first, as everybody does: a trigger copies the mark to it.
    `with owned as materialized (
       select account_id, balance_units from wallet where account_id = $1 for no key update
     )
     update account
     set notice_below_units = $2, notice_is_armed = coalesce(owned.balance_units >= $2, false)
     from owned
     where account.id = owned.account_id`,
    [accountId, belowUnits],
  )
}
