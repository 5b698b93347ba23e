import type { Database } from '@footnote/platform/database/connect'

/**
 * The account of a user whose address is proven: theirs, or the one that the command line made for
 * the address, or a new one. However many ask at once, there is one. Undefined while it is unproven.
 */
export async function claimAccount(
  database: Database,
  { userId }: { userId: string },
): Promise<string | undefined> {
  const { rows } = await database.query<{ account_id: string | null }>(
    'select claim_account($1) as account_id',
    [userId],
  )
  return rows[0]?.account_id ?? undefined
}
