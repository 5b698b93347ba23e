import type { Database } from '@footnote/platform/database/connect'
import type { KeyLimits } from './key-limits.ts'
import { createKey } from './keys.ts'

type OwnKey =
  | { readonly outcome: 'created'; readonly id: string; readonly key: string }
  | { readonly outcome: 'name_taken' | 'too_many' | 'account_closed' }

/**
 * Creates a key for an account's owner. Unlike an operator command, it limits their number and
 * refuses a closed account.
 */
export async function createOwnKey(
  database: Database,
  {
    accountId,
    name,
    limits,
    mostActive,
  }: { accountId: string; name: string; limits?: KeyLimits; mostActive: number },
): Promise<OwnKey> {
  const client = await database.connect()
  try {
    await client.query('begin')
    // Locks before counting, so that concurrent creations count one after the other, and a closure
    // either finds the key to revoke or is found here.
    const account = await client.query<{ state: string }>(
      'select state from account where id = $1 for no key update',
      [accountId],
    )
    const active = await client.query<{ count: bigint }>(
      'select count(*) from api_key where account_id = $1 and revoked_at is null',
      [accountId],
    )
    const result = await decide(account.rows[0]?.state, active.rows[0]?.count ?? 0n)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // Closing the connection rolls back anything uncommitted.
    client.release(true)
    throw error
  }

  async function decide(state: string | undefined, active: bigint): Promise<OwnKey> {
    if (state === undefined || state === 'closed') return { outcome: 'account_closed' }
    if (active >= mostActive) return { outcome: 'too_many' }
    const created = await createKey(client, { accountId, name, ...(limits && { limits }) })
    return created ? { outcome: 'created', ...created } : { outcome: 'name_taken' }
  }
}
