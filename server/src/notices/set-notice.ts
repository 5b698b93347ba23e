import type { Database } from '@footnote/platform/database/connect'

/**
 * Sets the balance below which the owner gets a message; null for never. Only a future fall below
 * it counts: an owner with 5 left who asks for a notice at 10 gets none now.
 */
export async function setNotice(
  database: Pick<Database, 'query'>,
  { accountId, belowUnits }: { accountId: string; belowUnits: bigint | null },
): Promise<void> {
  await database.query(
    // Locks the wallet first, as everywhere, since a trigger copies the threshold to it.
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
