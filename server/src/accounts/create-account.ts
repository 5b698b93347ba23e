import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'

/** An account and its empty wallet; undefined when the address is taken. */
export async function createAccount(
  database: Database,
  { email }: { email: string },
): Promise<string | undefined> {
  const { rows } = await database.query<{ account_id: string }>(
    `with new_account as (
       insert into account (id, email) values ($1, lower($2)) on conflict (email) do nothing
       returning id
     )
     insert into wallet (account_id) select id from new_account returning account_id`,
    [randomUUIDv7(), email],
  )
  return rows[0]?.account_id
}
