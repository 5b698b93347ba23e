import { randomUUIDv7 } from 'node:crypto'
import { siteLimits } from '@footnote/contract/site/limits'
import type { Database } from '@footnote/platform/database/connect'
import { isUuid } from '@footnote/platform/is-uuid'
import type { PoolClient } from 'pg'
import { inTransaction } from '../database/in-transaction.ts'
import { hashKey, makeKey } from '../keys/key-format.ts'
import { NO_LIMITS, readKeyLimits, setKeyLimits } from '../keys/key-limits.ts'
import { recordAction } from '../team/record-action.ts'

/** Returns an account's active grant to a client. */
export async function findGrant(
  database: Pick<Database, 'query'>,
  { accountId, clientId }: { accountId: string; clientId: string },
): Promise<{ id: string; monthCapUnits: bigint | null } | undefined> {
  const { rows } = await database.query<{ id: string; month_cap_units: bigint | null }>(
    `select id, month_cap_units from api_key
     where account_id = $1 and client_id = $2 and revoked_at is null`,
    [accountId, clientId],
  )
  return rows[0] && { id: rows[0].id, monthCapUnits: rows[0].month_cap_units }
}

/**
 * Returns the active grant to a client of the account that a session works for; undefined for a member who may
 * not spend from it.
 */
export async function findGrantOfSession(
  database: Pick<Database, 'query'>,
  { sessionId, clientId }: { sessionId: string; clientId: string },
): Promise<string | undefined> {
  const { rows } = await database.query<{ id: string }>(
    `select api_key.id
     from auth_session as session
     join account as own on own.user_id = session.user_id
     left join membership
       on membership.account_id = session.account_id and membership.user_id = session.user_id
     join api_key on api_key.account_id = coalesce(membership.account_id, own.id)
     where session.id = $1 and coalesce(membership.role, 'owner') <> 'viewer'
       and api_key.client_id = $2 and api_key.revoked_at is null`,
    [sessionId, clientId],
  )
  return rows[0]?.id
}

export async function isActiveGrant(
  database: Pick<Database, 'query'>,
  grantId: string,
): Promise<boolean> {
  if (!isUuid(grantId)) return false
  const { rowCount } = await database.query(
    'select from api_key where id = $1 and client_id is not null and revoked_at is null',
    [grantId],
  )
  return rowCount === 1
}

interface Grant {
  readonly accountId: string
  /** The member who grants it. */
  readonly userId: string
  readonly clientId: string
  /** Name of the client, which is shown among the keys. */
  readonly name: string
  readonly monthCapUnits: bigint
}

type Outcome =
  | { readonly outcome: 'created' | 'renewed'; readonly id: string }
  | { readonly outcome: 'too_many' | 'account_closed' }

/** Grants a client access with a monthly cap, or changes the cap of the grant that it has. */
export async function openGrant(database: Database, grant: Grant): Promise<Outcome> {
  const { accountId, userId, clientId, monthCapUnits } = grant
  return inTransaction(database, async client => {
    // As for keys: debits lock the wallet first, and a closure finds the grant or is found here.
    await client.query('select from wallet where account_id = $1 for no key update', [accountId])
    const account = await client.query<{ state: string }>(
      'select state from account where id = $1 for no key update',
      [accountId],
    )
    const { rows } = await client.query<{ id: string; name: string; client_id: string | null }>(
      'select id, name, client_id from api_key where account_id = $1 and revoked_at is null',
      [accountId],
    )
    const result = await decide(client, account.rows[0]?.state, rows)
    if ('id' in result) await recordAction(client, grant, 'app_connected', grant.name)
    return result
  })

  async function decide(
    client: PoolClient,
    state: string | undefined,
    active: readonly { id: string; name: string; client_id: string | null }[],
  ): Promise<Outcome> {
    if (state === undefined || state === 'closed') return { outcome: 'account_closed' }
    const known = active.find(key => key.client_id === clientId)
    if (known) {
      const limits = { ...(await readKeyLimits(client, known.id)), monthCapUnits }
      await setKeyLimits(client, { accountId, keyId: known.id, limits })
      return { outcome: 'renewed', id: known.id }
    }
    if (active.length >= siteLimits.activeKeys) return { outcome: 'too_many' }
    const id = randomUUIDv7()
    // The secret is kept nowhere, so only access tokens lead to the grant.
    await client.query(
      `insert into api_key (id, account_id, name, hash, client_id, created_by)
       values ($1, $2, $3, decode($4, 'hex'), $5, $6)`,
      [id, accountId, freeName(grant.name, active), hashKey(makeKey()), clientId, userId],
    )
    await setKeyLimits(client, { accountId, keyId: id, limits: { ...NO_LIMITS, monthCapUnits } })
    return { outcome: 'created', id }
  }
}

/** Returns the name with the lowest number that makes it unique among the active keys. */
export function freeName(name: string, active: readonly { name: string }[]): string {
  const taken = new Set(active.map(key => key.name))
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name} (${number})`
    if (!taken.has(candidate)) return candidate
  }
}
