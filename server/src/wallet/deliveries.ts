import type { Database } from '@footnote/platform/database/connect'
import { column } from '../database/column.ts'

/**
 * Charges whose result went out to the caller. The database keeps a mark on each capture until this is
 * confirmed, and the sweeper reverses a marked capture if its process dies. The next settlement confirms
 * what was collected, at no cost of its own.
 */
export interface Deliveries {
  confirm(chargeId: string): void
  /** Hands over what was collected. Collects it again if `send` fails. */
  take<T>(send: (chargeIds: readonly string[]) => Promise<T>): Promise<T>
}

export function createDeliveries(): Deliveries {
  let collected: string[] = []
  return {
    confirm: chargeId => void collected.push(chargeId),
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
  return deliveries.take(async chargeIds => {
    if (chargeIds.length === 0) return
    await database.query({
      name: 'confirm_deliveries',
      text: 'delete from open_charge where charge_id = any($1::uuid[]) and captured_at is not null',
      values: [column(chargeIds, id => id)],
    })
  })
}
