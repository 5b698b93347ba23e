import type { Database } from '@footnote/platform/database/connect'

export interface KeySummary {
  readonly id: string
  readonly name: string
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly revoked_at: Date | null
}

/** Newest first. Where there are more than `most`, active keys come before revoked ones. */
export async function listKeys(
  database: Database,
  accountId: string,
  { most }: { most?: number } = {},
): Promise<KeySummary[]> {
  const { rows } = await database.query<KeySummary>(
    `select * from (
       select id, name, created_at, last_used_at, revoked_at from api_key
       where account_id = $1 order by revoked_at is not null, created_at desc, id desc limit $2
     ) as kept
     order by created_at desc, id desc`,
    [accountId, most ?? null],
  )
  return rows
}
