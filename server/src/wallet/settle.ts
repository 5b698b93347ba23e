import type { RefundCause } from '@footnote/contract/refund-causes'
import type { ChargeState } from '@footnote/contract/responses'
import type { Database } from '@footnote/platform/database/connect'
import { type Batcher, createBatcher, type OnBatch } from '../database/batch.ts'
import { column } from '../database/column.ts'
import type { ChargeOfAccount, Deliveries } from './deliveries.ts'

export type Settlement = ChargeOfAccount &
  (
    | { readonly outcome: 'captured' }
    | {
        readonly outcome: 'refunded'
        readonly cause: RefundCause
        /** Also from captured: only for an answer withheld because its capture was never confirmed. */
        readonly reverse?: boolean
      }
  )

/** The state that the charge is in now, whoever brought it there, and the balance that a refund left. */
export type Settled =
  | { readonly state: 'refunded'; readonly balanceUnits: bigint }
  | { readonly state: Exclude<ChargeState, 'refunded'> }

/** The database has no such charge: it belongs to another one, or to one from before a restore. */
export class UnknownChargeError extends Error {
  override name = 'UnknownChargeError'

  constructor() {
    super('a settlement named a charge that does not exist')
  }
}

type Row = { charge_id: string } & (
  | { charge_state: 'refunded'; balance_units: bigint }
  | { charge_state: Exclude<ChargeState, 'refunded'>; balance_units: null }
)

/** As long as a statement may take. A caller that needs an outcome sends the settlement again. */
const PATIENCE_MS = 20_000

/**
 * Captures and refunds, many in one durable round trip. With `deliveries`, the capture of a synchronous call
 * is marked until one of the next round trips confirms its delivery.
 */
export function createSettle(
  database: Database,
  deliveries?: Deliveries,
  { onBatch }: { onBatch?: OnBatch | undefined } = {},
): Batcher<Settlement, Settled> {
  return createBatcher(
    items =>
      deliveries
        ? deliveries.take(delivered => settleCharges(database, items, delivered))
        : settleCharges(database, items),
    { patienceMs: PATIENCE_MS, onBatch },
  )
}

async function settleCharges(
  database: Database,
  settlements: readonly Settlement[],
  delivered?: readonly ChargeOfAccount[],
): Promise<Settled[]> {
  const { rows } = await database.query<Row>({
    name: 'settle_charges',
    text: 'select * from settle_charges($1, $2, $3, $4, $5, $6, $7)',
    values: [
      column(settlements, ({ chargeId }) => chargeId),
      column(settlements, ({ accountId }) => accountId),
      column(settlements, ({ outcome }) => outcome),
      column(settlements, item => ('cause' in item ? item.cause : null)),
      column(settlements, item => 'reverse' in item && item.reverse),
      delivered && column(delivered, ({ chargeId }) => chargeId),
      delivered && column(delivered, ({ accountId }) => accountId),
    ],
  })
  const byId = new Map(rows.map(row => [row.charge_id, row]))
  return settlements.map(({ chargeId }) => {
    const row = byId.get(chargeId)
    if (!row) throw new UnknownChargeError()
    return row.charge_state === 'refunded'
      ? { state: row.charge_state, balanceUnits: row.balance_units }
      : { state: row.charge_state }
  })
}
