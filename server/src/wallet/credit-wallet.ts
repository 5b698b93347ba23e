import { MAX_UNITS } from '@footnote/contract/units'
import type { Database } from '@footnote/platform/database/connect'

/** Adds money from outside, once for each reference, and returns the balance. */
export async function creditWallet(
  database: Database,
  {
    accountId,
    units,
    reason,
    reference,
  }: { accountId: string; units: bigint; reason: string; reference: string },
): Promise<bigint> {
  if (units <= 0n || units > MAX_UNITS) throw new RangeError('a credit must be positive')
  const send = () =>
    database.query<{ balance: bigint }>('select credit_wallet($1, $2, $3, $4) as balance', [
      accountId,
      units,
      reason,
      reference,
    ])
  // Once more, should only the reply have been lost.
  const { rows } = await send().catch(send)
  const [row] = rows
  if (!row) throw new Error('credit_wallet returned nothing')
  return row.balance
}
