import type { PaymentState } from '@footnote/contract/site/responses'
import type { Database } from '@footnote/platform/database/connect'

/** A payment as its provider sees it at one moment. */
export interface Snapshot {
  readonly state: PaymentState
  readonly sessionRef: string | null
  readonly intentRef: string | null
  readonly receivedUnits: bigint
  /** Units that are back with the payer, or on their way there. */
  readonly refundedUnits: bigint
  /** Units that disputes have taken and not returned. */
  readonly disputedUnits: bigint
  readonly hasOpenDispute: boolean
  /** Whether the provider holds money that cannot be credited. */
  readonly hasStrayMoney: boolean
}

/** A payment for which nothing was paid. */
export function unpaid(
  state: Exclude<PaymentState, 'paid'>,
  refs: { sessionRef?: string; intentRef?: string | null } = {},
): Snapshot {
  return {
    state,
    sessionRef: refs.sessionRef ?? null,
    intentRef: refs.intentRef ?? null,
    receivedUnits: 0n,
    refundedUnits: 0n,
    disputedUnits: 0n,
    hasOpenDispute: false,
    hasStrayMoney: false,
  }
}

/**
 * Applies a provider's snapshot to a payment, with all money that this moves, in one statement. The
 * result is stale if another snapshot was applied since the version was read: read and ask again.
 * It is refused if it would move test credit while calls cost real money.
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
