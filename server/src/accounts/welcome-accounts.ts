import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'

const MOST_PER_ROUND = 200

/**
 * Credits accounts that were confirmed since the last round, each once and each address once. Every instance may run
 * it; without a credit, it only forgets them. Test credit comes by a test payment.
 */
export async function welcomeAccounts(
  database: Database,
  { units, isTest }: { units: bigint; isTest: boolean },
): Promise<void> {
  const { rows } = await database.query<{ account_id: string }>(
    'select account_id from welcome_due order by account_id limit $1',
    [MOST_PER_ROUND],
  )
  for (const { account_id } of rows) {
    await database.query({
      name: 'welcome_account',
      text: 'select welcome_account($1, $2, $3)',
      values: [account_id, units, isTest ? randomUUIDv7() : null],
    })
  }
}
