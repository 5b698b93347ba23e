import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'
import { hashKey, makeKey } from './key-format.ts'

/** The only place where a key is seen whole; undefined when the account has an active key so named. */
export async function createKey(
  database: Pick<Database, 'query'>,
  { accountId, name }: { accountId: string; name: string },
): Promise<{ id: string; key: string } | undefined> {
  const id = randomUUIDv7()
  const key = makeKey()
  const { rowCount } = await database.query(
    `insert into api_key (id, account_id, name, hash) values ($1, $2, $3, decode($4, 'hex'))
     on conflict (account_id, name) where revoked_at is null do nothing`,
    [id, accountId, name, hashKey(key)],
  )
  return rowCount === 1 ? { id, key } : undefined
}
