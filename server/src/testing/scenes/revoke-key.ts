import type { Database } from '@footnote/platform/database/connect'

/** Returns false if the account has no active key of that name. */
export async function revokeKey(
  database: Database,
  { accountId, name }: { accountId: string; name: string },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `update api_key set revoked_at = clock_timestamp()
     where account_id = $1 and name = $2 and revoked_at is null`,
    [accountId, name],
  )
  return rowCount === 1
}
