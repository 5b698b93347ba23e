import type { Database } from '@footnote/platform/database/connect'
import { column } from '../database/column.ts'

/** A charge, with the account that the database finds it by when it is divided by account. */
export interface ChargeOfAccount {
  readonly chargeId: string
  readonly accountId: string
}

/**
 * Charges whose result went out to the caller. The database keeps a mark on each capture until this is
 * confirmed, and the sweeper reverses a marked capture if its process dies. The next settlement confirms
 * what was collected, at no cost of its own.
 */
export interface Deliveries {
  confirm(charge: ChargeOfAccount): void
  /** Hands over what was collected. Collects it again if `send` fails. */
  take<T>(send: (charges: readonly ChargeOfAccount[]) => Promise<T>): Promise<T>
}

export function createDeliveries(): Deliveries {
  let collected: ChargeOfAccount[] = []
  return {
    confirm: charge => void collected.push(charge),
    async take(send) {
      const taken = collected
      collected = []
      try {
        return await send(taken)
      } catch (error) {
        collected = [...taken, ...collected]
        throw error
      }
    },
  }
}

/** Confirms deliveries that no settlement has taken along. */
export function flushDeliveries(database: Database, deliveries: Deliveries): Promise<void> {
  return deliveries.take(async charges => {
    if (charges.length === 0) return
    await database.query({
      name: 'confirm_deliveries',
      text: `delete from open_charge
        where charge_id = any($1::uuid[]) and account_id = any($2::uuid[]) and captured_at is not null`,
      values: [
        column(charges, ({ chargeId }) => chargeId),
        column(charges, ({ accountId }) => accountId),
      ],
    })
  })
}
