import type { Database } from '@footnote/platform/database/connect'
import type { KeyLimits } from './key-limits.ts'
import { createKey } from './keys.ts'

type OwnKey =
  | { readonly outcome: 'created'; readonly id: string; readonly key: string }
  | { readonly outcome: 'name_taken' | 'too_many' | 'account_closed' }

/**
 * Creates a key for a member of an account, within the caller's transaction. Unlike an operator command, it limits
 * their number and refuses a closed account.
 */
export async function createOwnKey(
  client: Pick<Database, 'query'>,
  {
    accountId,
    userId,
    name,
    limits,
    mostActive,
  }: {
    accountId: string
    userId: string
    name: string
    limits?: KeyLimits
    mostActive: number
  },
): Promise<OwnKey> {
  // Locks before counting, so that concurrent creations count one after the other, and a closure
  // either finds the key to revoke or is found here.
  const account = await client.query<{ state: string }>(
    'select state from account where id = $1 for no key update',
    [accountId],
  )
  const state = account.rows[0]?.state
  if (state === undefined || state === 'closed') return { outcome: 'account_closed' }
  const active = await client.query<{ count: bigint }>(
    'select count(*) from api_key where account_id = $1 and revoked_at is null',
    [accountId],
  )
  if ((active.rows[0]?.count ?? 0n) >= mostActive) return { outcome: 'too_many' }
  const created = await createKey(client, {
    accountId,
    name,
    createdBy: userId,
    ...(limits && { limits }),
  })
  return created ? { outcome: 'created', ...created } : { outcome: 'name_taken' }
}
