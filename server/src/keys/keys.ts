import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'
import { isUuid } from '@footnote/platform/is-uuid'
import { hashKey, makeKey } from './key-format.ts'
import { columnsOf, type KeyLimits, NO_LIMITS, toLimits } from './key-limits.ts'

/**
 * Creates a key, whose text is returned here and never again. Returns undefined if the account
 * already has an active key of that name.
 */
export async function createKey(
  database: Pick<Database, 'query'>,
  {
    accountId,
    name,
    limits = NO_LIMITS,
    createdBy,
  }: { accountId: string; name: string; limits?: KeyLimits; createdBy?: string },
): Promise<{ id: string; key: string } | undefined> {
  const key = makeKey()
  const id = await insertKey(database, { accountId, name, limits, createdBy, hash: hashKey(key) })
  return id === undefined ? undefined : { id, key }
}

/** Creates a key whose text is known elsewhere. Returns undefined if its name is taken. */
export async function insertKey(
  database: Pick<Database, 'query'>,
  {
    accountId,
    name,
    limits,
    hash,
    createdBy,
  }: {
    accountId: string
    name: string
    limits: KeyLimits
    hash: string
    /** The user who creates it on the website. */
    createdBy?: string | undefined
  },
): Promise<string | undefined> {
  const id = randomUUIDv7()
  const { rowCount } = await database.query(
    `with made as (
       insert into api_key (id, account_id, name, hash, day_cap_units, month_cap_units, tools,
         calls_per_minute, expires_at, created_by)
       values ($1, $2, $3, decode($4, 'hex'), $5, $6, $7, $8, $9, $10)
       on conflict (account_id, name) where revoked_at is null do nothing
       returning *
     ), counted as (
       insert into key_spending (key_id, day, month, minute)
       select id, utc_day(created_at), utc_month(created_at), date_trunc('minute', created_at)
       from made
       where day_cap_units is not null or month_cap_units is not null
         or calls_per_minute is not null
     )
     select from made`,
    [id, accountId, name, hash, ...columnsOf(limits), createdBy],
  )
  return rowCount === 1 ? id : undefined
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
  /** A grant is the access of an OAuth client. */
  readonly kind: 'key' | 'grant'
  /** The first 8 hex digits of the key's hash. */
  readonly fingerprint: string
  readonly limits: KeyLimits
  /** Spent in this day and month; counted only for a key with a cap or a limit of calls. */
  readonly spent: { readonly dayUnits: bigint; readonly monthUnits: bigint } | null
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly revoked_at: Date | null
}

type KeyRow = Omit<KeySummary, 'kind' | 'limits' | 'spent'> &
  Parameters<typeof toLimits>[0] & {
    client_id: string | null
    day_units: bigint | null
    month_units: bigint | null
  }

/**
 * Lists keys, newest first. If there are more than `most`, active keys come before revoked ones.
 */
export async function listKeys(
  database: Database,
  accountId: string,
  { most }: { most?: number } = {},
): Promise<KeySummary[]> {
  const { rows } = await database.query<KeyRow>(
    `select kept.*, left(encode(kept.hash, 'hex'), 8) as fingerprint,
       case when spent.day = utc_day(now()) then spent.day_units when spent.day is not null then 0 end
         as day_units,
       case when spent.month = utc_month(now()) then spent.month_units when spent.day is not null then 0 end
         as month_units
     from (
       select * from api_key
       where account_id = $1 order by revoked_at is not null, created_at desc, id desc limit $2
     ) as kept
     left join key_spending as spent on spent.key_id = kept.id
     order by kept.created_at desc, kept.id desc`,
    [accountId, most ?? null],
  )
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    kind: row.client_id === null ? ('key' as const) : ('grant' as const),
    fingerprint: row.fingerprint,
    limits: toLimits(row),
    spent:
      row.day_units === null || row.month_units === null
        ? null
        : { dayUnits: row.day_units, monthUnits: row.month_units },
    created_at: row.created_at,
    last_used_at: row.last_used_at,
    revoked_at: row.revoked_at,
  }))
}

export async function findKeyName(
  database: Pick<Database, 'query'>,
  keyId: string,
): Promise<string | null> {
  const { rows } = await database.query<{ name: string }>(
    'select name from api_key where id = $1',
    [keyId],
  )
  return rows[0]?.name ?? null
}

/**
 * Revokes a key and returns false if the account has no such key. A revoked key keeps its time of
 * revocation.
 */
export async function revokeKeyById(
  database: Pick<Database, 'query'>,
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
