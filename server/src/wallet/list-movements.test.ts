import { siteLimits } from '@footnote/contract/site/limits'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPayer } from '../testing/scenes/create-payer.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { creditWallet } from './credit-wallet.ts'
import { createDebit } from './debit.ts'
import { listMovements } from './list-movements.ts'
import { createSettle } from './settle.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

it('shows the call of each movement and the balance after it, newest first', async () => {
  const { accountId } = await createPayer(test.database, '1')
  const { rows } = await test.database.query<{ id: string }>(
    'select id from api_key where account_id = $1',
    [accountId],
  )
  const settle = createSettle(test.database)
  const call = { accountId, costUnits: 200_000n, holdMs: 60_000, instanceId: crypto.randomUUID() }
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  const debit = createDebit(test.database)
  await debit({ ...call, chargeId: first, keyId: null, tool: 'answer', effort: null })
  await settle({ chargeId: first, accountId, outcome: 'refunded', cause: 'task_failed' })
  await debit({
    ...call,
    chargeId: second,
    keyId: rows[0]?.id ?? '',
    tool: 'research',
    effort: 'lite',
  })
  await settle({ chargeId: second, accountId, outcome: 'captured' })
  const { movements, before } = await listMovements(test.database, { accountId })
  expect(before).toBeNull()
  const website = { request_id: first, tool: 'answer', effort: null, key_name: 'website' }
  expect(movements).toMatchObject([
    {
      ...{ kind: 'charge', units: -200_000, balance_units: 9_800_000, request_id: second },
      ...{ tool: 'research', effort: 'lite', key_name: 'test', reason: null, payment_id: null },
    },
    { kind: 'refund', units: 200_000, balance_units: 10_000_000, ...website },
    { kind: 'charge', units: -200_000, balance_units: 9_800_000, ...website },
    {
      kind: 'credit',
      units: 10_000_000,
      balance_units: 10_000_000,
      reason: 'test',
      key_name: null,
    },
  ])
})

it('lists every movement once over its pages, and no other account’s', async () => {
  const { accountId } = await createPayer(test.database, '1')
  const stranger = await createPayer(test.database, '1')
  const count = siteLimits.movementsPerPage * 2
  for (let index = 1; index < count; index += 1) {
    for (const id of [accountId, stranger.accountId]) {
      await creditWallet(test.database, {
        ...{ accountId: id, units: 1n, reason: 'more', reference: crypto.randomUUID() },
      })
    }
  }
  const balances: number[] = []
  let before: string | null = null
  do {
    const page: Awaited<ReturnType<typeof listMovements>> = await listMovements(test.database, {
      accountId,
      before: before ?? undefined,
    })
    balances.push(...page.movements.map(({ balance_units }) => balance_units))
    before = page.before
  } while (before !== null)
  expect(balances).toEqual(Array.from({ length: count }, (_, age) => 10_000_000 + count - 1 - age))
})
