import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'
import { isUuid } from '@footnote/platform/is-uuid'
import { hashKey, makeKey } from './key-format.ts'

/**
 * Creates a key, whose text is returned here and never again. Returns undefined if the account
 * already has an active key of that name.
 */
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

/** Returns the id of the active key of that name, if there is one. */
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

export interface KeySummary {
  readonly id: string
  readonly name: string
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly revoked_at: Date | null
}

/**
 * Lists keys, newest first. If there are more than `most`, active keys come before revoked ones.
 */
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

/**
 * Revokes a key and returns false if the account has no such key. A revoked key keeps its time of
 * revocation.
 */
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
