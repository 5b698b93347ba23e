import type { RefundCause } from '@footnote/contract/refund-causes'
import type { ChargeState } from '@footnote/contract/responses'
import type { Database } from '@footnote/platform/database/connect'
import { type Batcher, createBatcher } from '../database/batch.ts'
import { column } from '../database/column.ts'
import { createDeliveries } from './deliveries.ts'

export type Settlement =
  | {
      readonly chargeId: string
      readonly outcome: 'captured'
      /** Marks the capture until `Deliveries` confirms that the result went out. */
      readonly awaitsDelivery?: boolean
    }
  | {
      readonly chargeId: string
      readonly outcome: 'refunded'
      readonly cause: RefundCause
      /** Also from captured: only for an answer withheld because its capture was never confirmed. */
      readonly reverse?: boolean
    }

export interface Settled {
  /** The state that the charge is in now, whoever brought it there. */
  readonly state: ChargeState
  readonly balanceUnits: bigint
}

interface Row {
  charge_id: string
  charge_state: ChargeState
  balance_units: bigint
}

/** Captures and refunds, many in one durable round trip. Confirms deliveries along the way. */
export function createSettle(
  database: Database,
  deliveries = createDeliveries(),
): Batcher<Settlement, Settled> {
  return createBatcher(items =>
    deliveries.take(deliveredIds => settleCharges(database, items, deliveredIds)),
  )
}

async function settleCharges(
  database: Database,
  settlements: readonly Settlement[],
  deliveredIds: readonly string[],
): Promise<Settled[]> {
  const unmarkedIds = settlements
    .filter(item => item.outcome === 'captured' && !item.awaitsDelivery)
    .map(({ chargeId }) => chargeId)
  const { rows } = await database.query<Row>({
    name: 'settle_charges',
    text: 'select * from settle_charges($1, $2, $3, $4, $5)',
    values: [
      column(settlements, ({ chargeId }) => chargeId),
      column(settlements, ({ outcome }) => outcome),
      column(settlements, item => ('cause' in item ? item.cause : null)),
      column(settlements, item => 'reverse' in item && item.reverse),
      column([...deliveredIds, ...unmarkedIds], id => id),
    ],
  })
  const byId = new Map(rows.map(row => [row.charge_id, row]))
  return settlements.map(({ chargeId }) => {
    const row = byId.get(chargeId)
    if (!row) throw new Error('a settlement named a charge that does not exist')
    return { state: row.charge_state, balanceUnits: row.balance_units }
  })
}
