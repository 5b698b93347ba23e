import type { Database } from '@footnote/platform/database/connect'

export interface KeySummary {
  readonly id: string
  readonly name: string
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly revoked_at: Date | null
}

export async function listKeys(database: Database, accountId: string): Promise<KeySummary[]> {
  const { rows } = await database.query<KeySummary>(
    `select id, name, created_at, last_used_at, revoked_at from api_key
     where account_id = $1 order by created_at desc, id desc`,
    [accountId],
  )
  return rows
}
