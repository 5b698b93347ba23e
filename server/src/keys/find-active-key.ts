import type { Database } from '@footnote/platform/database/connect'

/** The id of the active key of that name; undefined for none. */
export async function findActiveKey(
  database: Database,
  { accountId, name }: { accountId: string; name: string },
): Promise<string | undefined> {
  const { rows } = await database.query<{ id: string }>(
    'select id from api_key where account_id = $1 and name = $2 and revoked_at is null',
    [accountId, name],
  )
  return rows[0]?.id
}
