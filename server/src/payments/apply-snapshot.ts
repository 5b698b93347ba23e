import type { Database } from '@footnote/platform/database/connect'
import type { Snapshot } from './snapshot.ts'

/**
 * Brings a payment to what its provider says, with all money that this moves, in one statement. Stale
 * when somebody else has brought something since the version was read: read and ask again. Refused
 * when it would move money of a test where calls cost real money.
 */
export async function applySnapshot(
  database: Database,
  { paymentId, version, snapshot }: { paymentId: string; version: bigint; snapshot: Snapshot },
): Promise<'applied' | 'stale' | 'refused'> {
  const { rows } = await database.query<{ outcome: 'applied' | 'stale' | 'refused' }>({
    name: 'apply_payment',
    text: 'select apply_payment($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as outcome',
    values: [
      paymentId,
      version,
      snapshot.state,
      snapshot.sessionRef,
      snapshot.intentRef,
      snapshot.receivedUnits,
      snapshot.refundedUnits,
      snapshot.disputedUnits,
      snapshot.hasOpenDispute,
      snapshot.hasStrayMoney,
    ],
  })
  const [row] = rows
  if (!row) throw new Error('apply_payment returned nothing')
  return row.outcome
}
