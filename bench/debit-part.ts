import { randomUUIDv7 } from 'node:crypto'
import { connect } from '@footnote/platform/database/connect'
import { createDebit } from '../server/src/wallet/debit.ts'
import { answerMain } from './answer-main.ts'
import { COST_UNITS, payerIds } from './payers.ts'

export interface DebitOrder {
  readonly databaseUrl: string
  readonly first: number
  readonly last: number
  readonly clients: number
  readonly durationMs: number
}

answerMain({ run })

/** The service's own debit and nothing around it: so many callers, each with one under way. */
async function run(order: DebitOrder): Promise<number> {
  const { first, last, clients, durationMs } = order
  const database = connect(order.databaseUrl)
  const debit = createDebit(database)
  const instanceId = randomUUIDv7()
  const endAt = performance.now() + durationMs
  let admitted = 0

  async function work(): Promise<void> {
    while (performance.now() < endAt) {
      const payer = first + Math.floor(Math.random() * (last - first + 1))
      const { outcome } = await debit({
        chargeId: randomUUIDv7(),
        ...payerIds(payer),
        tool: 'answer',
        effort: null,
        costUnits: COST_UNITS,
        holdMs: 3_600_000,
        instanceId,
      })
      if (outcome !== 'admitted') throw new Error(`a debit was ${outcome}`)
      admitted += 1
    }
  }

  await Promise.all(Array.from({ length: clients }, work))
  await database.end()
  return (admitted * 1_000) / durationMs
}
