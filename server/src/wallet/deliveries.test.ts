import { randomUUIDv7 } from 'node:crypto'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPayer } from '../testing/scenes/create-payer.ts'
import { readLedger } from '../testing/scenes/read-ledger.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { createDebit } from './debit.ts'
import { type ChargeOfAccount, createDeliveries, flushDeliveries } from './deliveries.ts'
import { createSettle } from './settle.ts'
import { sweepCharges } from './sweep-charges.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

/** Calls of a process that is dead, all past their deadline. */
async function setUp() {
  const { accountId } = await createPayer(test.database, '1')
  const deliveries = createDeliveries()
  const settle = createSettle(test.database, deliveries)
  const debit = createDebit(test.database)

  async function hold(): Promise<ChargeOfAccount> {
    const chargeId = randomUUIDv7()
    await debit({
      chargeId,
      accountId,
      keyId: null,
      tool: 'answer',
      effort: null,
      costUnits: 100n,
      holdMs: 0,
      instanceId: randomUUIDv7(),
    })
    return { chargeId, accountId }
  }

  return {
    deliveries,
    settle,
    hold,
    async capture() {
      const charge = await hold()
      await settle({ ...charge, outcome: 'captured' })
      return charge
    },
    async states() {
      const { charges } = await readLedger(test.database, accountId)
      return charges.map(({ state }) => state)
    },
  }
}

it('a capture that nobody confirms is reversed once', async () => {
  const { capture, states } = await setUp()
  await capture()
  expect(await states()).toEqual(['captured'])
  await Promise.all([sweepCharges(test.database), sweepCharges(test.database)])
  await sweepCharges(test.database)
  expect(await states()).toEqual(['refunded'])
})

it('the next settlement confirms a delivery', async () => {
  const { capture, deliveries, states } = await setUp()
  deliveries.confirm(await capture())
  deliveries.confirm(await capture())
  await sweepCharges(test.database)
  expect(await states()).toEqual(['captured', 'refunded'])
})

it('a flush confirms deliveries that no settlement included', async () => {
  const { capture, deliveries, states } = await setUp()
  deliveries.confirm(await capture())
  await flushDeliveries(test.database, deliveries)
  await sweepCharges(test.database)
  expect(await states()).toEqual(['captured'])
})

it('a confirmation that failed is sent again', async () => {
  const { capture, deliveries, settle, states } = await setUp()
  deliveries.confirm(await capture())
  await expect(
    settle({ chargeId: 'no uuid', accountId: 'no uuid', outcome: 'captured' }),
  ).rejects.toThrow()
  await flushDeliveries(test.database, deliveries)
  await sweepCharges(test.database)
  expect(await states()).toEqual(['captured'])
})

it('a confirmation does not release a charge that is still held', async () => {
  const { hold, deliveries, states } = await setUp()
  deliveries.confirm(await hold())
  await flushDeliveries(test.database, deliveries)
  await sweepCharges(test.database)
  expect(await states()).toEqual(['refunded'])
})

it('a confirmation in progress keeps the sweeper from a reversal', async () => {
  const { capture, states } = await setUp()
  const { chargeId } = await capture()
  const client = await test.database.connect()
  try {
    await client.query('begin')
    await client.query('delete from open_charge where charge_id = $1', [chargeId])
    await sweepCharges(test.database)
    await client.query('commit')
  } finally {
    client.release()
  }
  await sweepCharges(test.database)
  expect(await states()).toEqual(['captured'])
})
