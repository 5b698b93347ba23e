import type { Tool } from '@footnote/contract/tools'
import type { Database } from '@footnote/platform/database/connect'
import { createBatcher, type Patience } from '../database/batch.ts'
import { hashKey, isKey } from './key-format.ts'

/** The caller: an active key and its account. */
export interface Caller {
  readonly keyId: string
  readonly accountId: string
  /** The tools that the key may call; null for all. */
  readonly tools: readonly Tool[] | null
  readonly expiry: Expiry | null
}

interface Expiry {
  readonly at: Date
  /** The same moment by the database's clock, as a time of `performance.now()`. */
  readonly atMs: number
}

export interface Authenticator {
  /** Returns undefined for a key that is malformed, unknown or revoked. */
  authenticate(key: string): Promise<Caller | undefined>
  /**
   * Returns the grant that an OAuth access token leads to; undefined for a token that is unknown, expired,
   * revoked, issued for another audience, or of a user who may no longer spend from the account.
   */
  authenticateToken(token: string, audiences: readonly string[]): Promise<Caller | undefined>
  /** Returns the account of a key that was used lately, without asking the database. The key may be revoked. */
  recall(key: string): string | undefined
  /** Forgets keys that were revoked or whose limits changed recently; called several times a second. */
  followRevocations(): Promise<void>
  /** Stores when keys were last used; called on a schedule, not by requests. */
  flushLastUse(): Promise<void>
}

/** A revocation must hold, on every instance, for each request that starts one second later. */
const TRUSTED_MS = 900
/** Covers the last minute, so that a slow read of revocations misses none. */
const LONGEST_GAP_MS = 30_000
const LAST_USE_PRECISION_MS = 60_000
const MOST_REMEMBERED = 50_000

/**
 * Finds keys by their hash, many in one round trip, and caches good ones for as long as it knows of
 * every revocation. The debit checks the key again, so a cached key can never spend after its
 * revocation.
 */
export function createAuthenticator(database: Database, patience: Patience = {}): Authenticator {
  const remembered = new Map<string, { readonly caller: Caller; notedAt: number }>()
  const used = new Set<string>()
  /** Start of the latest successful read of revocations. */
  let followedAt = Number.NEGATIVE_INFINITY
  const lookUp = createBatcher(
    (hashes: readonly string[]) => findCallers(database, hashes),
    patience,
  )

  async function authenticate(key: string): Promise<Caller | undefined> {
    if (!isKey(key)) return undefined
    const hash = hashKey(key)
    const now = performance.now()
    const known = remembered.get(hash)
    if (known && now - followedAt < TRUSTED_MS) {
      if (now - known.notedAt > LAST_USE_PRECISION_MS) {
        known.notedAt = now
        used.add(known.caller.keyId)
      }
      return known.caller
    }
    const caller = await lookUp(hash)
    if (!caller) return undefined
    used.add(caller.keyId)
    // A read of revocations that began after the look-up, and is complete, would not include this
    // key.
    if (now > followedAt) remember(hash, { caller, notedAt: now })
    return caller
  }

  async function authenticateToken(
    token: string,
    audiences: readonly string[],
  ): Promise<Caller | undefined> {
    const caller = await findGrantee(database, { token, audiences })
    if (caller) used.add(caller.keyId)
    return caller
  }

  function recall(key: string): string | undefined {
    return isKey(key) ? remembered.get(hashKey(key))?.caller.accountId : undefined
  }

  function remember(hash: string, entry: { caller: Caller; notedAt: number }): void {
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    remembered.set(hash, entry)
  }

  async function followRevocations(): Promise<void> {
    const startedAt = performance.now()
    const { rows } = await database.query<{ hash: string }>({
      name: 'follow_revocations',
      text: `select encode(hash, 'hex') as hash from api_key
             where revoked_at > statement_timestamp() - interval '1 minute'
               or limits_changed_at > statement_timestamp() - interval '1 minute'`,
    })
    for (const { hash } of rows) remembered.delete(hash)
    if (startedAt - followedAt > LONGEST_GAP_MS) remembered.clear()
    followedAt = startedAt
  }

  async function flushLastUse(): Promise<void> {
    if (used.size === 0) return
    const ids = [...used]
    used.clear()
    try {
      // Locks by id, in the same order as a closure that revokes several keys.
      await database.query(
        `with used as (
           select id from api_key where id = any($1) order by id for no key update
         )
         update api_key set last_used_at = clock_timestamp() from used where api_key.id = used.id`,
        [ids],
      )
    } catch (error) {
      for (const id of ids) used.add(id)
      throw error
    }
  }

  return { authenticate, authenticateToken, recall, followRevocations, flushLastUse }
}

interface CallerRow {
  id: string
  account_id: string
  tools: Tool[] | null
  expires_at: Date | null
  left_ms: number | null
  hash: string
}

async function findCallers(
  database: Database,
  hashes: readonly string[],
): Promise<(Caller | undefined)[]> {
  const { rows } = await database.query<CallerRow>({
    name: 'find_callers',
    text: `select id, account_id, tools, expires_at, encode(hash, 'hex') as hash,
             (extract(epoch from expires_at - clock_timestamp()) * 1000)::float8 as left_ms
           from api_key
           where hash = any(select decode(unnest($1::text[]), 'hex')) and revoked_at is null`,
    values: [hashes],
  })
  const now = performance.now()
  const byHash = new Map(rows.map(row => [row.hash, row]))
  return hashes.map(hash => {
    const row = byHash.get(hash)
    return row && toCaller(row, now)
  })
}

const TOKEN = /^fnat_([A-Za-z0-9]{20,100})$/

/** Not cached: clients send few requests, and a revocation ends a token at once. */
async function findGrantee(
  database: Database,
  { token, audiences }: { token: string; audiences: readonly string[] },
): Promise<Caller | undefined> {
  const secret = TOKEN.exec(token)?.[1]
  if (secret === undefined) return undefined
  const { rows } = await database.query<Omit<CallerRow, 'hash'>>({
    name: 'find_grantee',
    text: `select api_key.id, api_key.account_id, api_key.tools, api_key.expires_at,
             (extract(epoch from api_key.expires_at - clock_timestamp()) * 1000)::float8 as left_ms
           from auth_access_token as token join api_key on api_key.id = token.reference_id
           where token.token = $1 and token.expires_at > clock_timestamp() and token.revoked is null
             and token.confirmation is null and token.resources ?| $2
             and api_key.revoked_at is null
             and (
               exists (
                 select from account where id = api_key.account_id and account.user_id = token.user_id
               ) or exists (
                 select from membership where membership.account_id = api_key.account_id
                   and membership.user_id = token.user_id and membership.role = 'developer'
               )
             )`,
    values: [hashKey(secret), audiences],
  })
  return rows[0] && toCaller(rows[0], performance.now())
}

function toCaller(row: Omit<CallerRow, 'hash'>, now: number): Caller {
  return {
    keyId: row.id,
    accountId: row.account_id,
    tools: row.tools,
    expiry: row.expires_at && { at: row.expires_at, atMs: now + (row.left_ms ?? 0) },
  }
}
