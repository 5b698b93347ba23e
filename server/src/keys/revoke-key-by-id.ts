import type { Database } from '@footnote/platform/database/connect'
import { isUuid } from '@footnote/platform/is-uuid'

/** False when the account has no such key. A key that is revoked already stays so, as of then. */
export async function revokeKeyById(
  database: Database,
  { accountId, keyId }: { accountId: string; keyId: string },
): Promise<boolean> {
  if (!isUuid(keyId)) return false
  const { rowCount } = await database.query(
    `update api_key set revoked_at = coalesce(revoked_at, clock_timestamp())
     where id = $1 and account_id = $2`,
    [keyId, accountId],
  )
  return rowCount === 1
}
