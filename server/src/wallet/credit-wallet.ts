import { MAX_UNITS } from '@footnote/contract/units'
import type { Database } from '../database/connect.ts'

/** Adds money from outside and returns the new balance. */
export async function creditWallet(
  database: Database,
  { accountId, units, reason }: { accountId: string; units: bigint; reason: string },
): Promise<bigint> {
  if (units <= 0n || units > MAX_UNITS) throw new RangeError('a credit must be positive')
  const { rows } = await database.query<{ balance: bigint }>(
    'select credit_wallet($1, $2, $3) as balance',
    [accountId, units, reason],
  )
  const [row] = rows
  if (!row) throw new Error('credit_wallet returned nothing')
  return row.balance
}
