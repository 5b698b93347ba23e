import { createBatcher } from '../database/batch.ts'
import type { Database } from '../database/connect.ts'
import { hashKey, isKey } from './key-format.ts'

/** Who is calling: an active key and its account. */
export interface Caller {
  readonly keyId: string
  readonly accountId: string
}

export interface Authenticator {
  /** Undefined for a key that is malformed, unknown or revoked. */
  authenticate(key: string): Promise<Caller | undefined>
  /** Writes down when keys were last used; called on a schedule, not by requests. */
  flushLastUse(): Promise<void>
}

/** A revocation holds for each request that starts one second later, on every instance. */
const CACHE_MS = 900
const MOST_CACHED = 50_000

/**
 * Looks keys up by their hash, many in one round trip, and remembers the good ones for less than a
 * second. The debit checks the key again, so what is remembered can never spend.
 */
export function createAuthenticator(database: Database): Authenticator {
  const known = new Map<string, { caller: Caller; until: number }>()
  const used = new Set<string>()
  const lookUp = createBatcher({
    run: (hashes: readonly string[]) => findCallers(database, hashes),
  })

  async function authenticate(key: string): Promise<Caller | undefined> {
    if (!isKey(key)) return undefined
    const hash = hashKey(key)
    // The age of what is found counts from before the look-up was sent.
    const now = performance.now()
    const cached = known.get(hash)
    if (cached && cached.until > now) return cached.caller
    const caller = await lookUp(hash)
    if (!caller) return undefined
    if (known.size >= MOST_CACHED) known.clear()
    known.set(hash, { caller, until: now + CACHE_MS })
    used.add(caller.keyId)
    return caller
  }

  async function flushLastUse(): Promise<void> {
    if (used.size === 0) return
    const ids = [...used]
    used.clear()
    await database.query('update api_key set last_used_at = clock_timestamp() where id = any($1)', [
      ids,
    ])
  }

  return { authenticate, flushLastUse }
}

async function findCallers(
  database: Database,
  hashes: readonly string[],
): Promise<(Caller | undefined)[]> {
  const { rows } = await database.query<{ id: string; account_id: string; hash: string }>({
    name: 'find_callers',
    text: `select id, account_id, encode(hash, 'hex') as hash from api_key
           where hash = any(select decode(unnest($1::text[]), 'hex')) and revoked_at is null`,
    values: [hashes],
  })
  const byHash = new Map(rows.map(row => [row.hash, row]))
  return hashes.map(hash => {
    const row = byHash.get(hash)
    return row && { keyId: row.id, accountId: row.account_id }
  })
}
