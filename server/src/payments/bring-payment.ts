import type { Database } from '@footnote/platform/database/connect'
import { type PaymentRow, readPayment } from './payment-row.ts'
import { applySnapshot, type Snapshot } from './snapshot.ts'

const MOST_TRIES = 8

/**
 * Asks about a payment and applies the answer. Concurrent calls are safe: the version is read
 * before asking, so an older answer never overwrites a newer one. `ask` returns undefined if there
 * is nothing to apply.
 */
export async function bringPayment(
  database: Database,
  {
    paymentId,
    ask,
  }: { paymentId: string; ask: (row: PaymentRow) => Promise<Snapshot | undefined> },
): Promise<PaymentRow | undefined> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const row = await readPayment(database, paymentId)
    const snapshot = row && (await ask(row))
    if (!row || !snapshot) return row
    const send = () => applySnapshot(database, { paymentId, version: row.version, snapshot })
    // Retries once, in case only the reply was lost; then it is stale, and the next round finds it
    // done.
    const outcome = await send().catch(send)
    if (outcome === 'applied') return readPayment(database, paymentId)
    if (outcome === 'refused') throw new TestMoneyRefused()
  }
  throw new Error('a payment kept changing while it was checked')
}

/** Test credit does not move while calls of any process on this database cost real money. */
export class TestMoneyRefused extends Error {
  override name = 'TestMoneyRefused'
  constructor() {
    super('test credit was refused, because calls cost real money on this database')
  }
}
