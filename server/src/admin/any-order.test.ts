import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPayer } from '../testing/scenes/create-payer.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { auditDatabase } from '../wallet/audit.ts'
import { createDebit } from '../wallet/debit.ts'
import { createSettle } from '../wallet/settle.ts'
import { adjustWallet, COMMAND_LINE, setAccountState } from './actions.ts'
import { listActions } from './list-actions.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

/** Amounts that often exceed the small balance. */
const step = fc.oneof(
  fc.record({
    do: fc.constant('adjust' as const),
    units: fc.integer({ min: -40, max: 40 }).filter(units => units !== 0),
    /** Number of times each is sent at once. */
    times: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ do: fc.constant('debit' as const), units: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ do: fc.constant('settle' as const), which: fc.nat(5), isGood: fc.boolean() }),
  fc.record({ do: fc.constant('state' as const), isFreeze: fc.boolean() }),
)
type Step = typeof step extends fc.Arbitrary<infer Kind> ? Kind : never

/** One life of an account; the actions of a group run at once. */
async function live(database: Database, groups: readonly (readonly Step[])[]): Promise<void> {
  const { accountId } = await createPayer(database, '0.000005')
  const [debit, settle] = [createDebit(database), createSettle(database)]
  const charges: string[] = []
  let adjusted = 0

  async function take(each: Step): Promise<void> {
    const action = { actionId: randomUUID(), operator: COMMAND_LINE, reason: each.do }
    if (each.do === 'adjust') {
      const what = { accountId, units: BigInt(each.units) }
      const outcomes = await Promise.all(
        Array.from({ length: each.times }, () => adjustWallet(database, action, what)),
      )
      if (outcomes.includes('done')) adjusted += each.units
    } else if (each.do === 'debit') {
      const chargeId = randomUUIDv7()
      const { outcome } = await debit({
        ...{ chargeId, accountId, keyId: null, tool: 'answer', effort: null, holdMs: 60_000 },
        ...{ costUnits: BigInt(each.units), instanceId: chargeId },
      })
      if (outcome === 'admitted') charges.push(chargeId)
    } else if (each.do === 'settle') {
      const chargeId = charges[each.which]
      if (chargeId === undefined) return
      await settle(
        each.isGood
          ? { chargeId, accountId, outcome: 'captured' }
          : { chargeId, accountId, outcome: 'refunded', cause: 'upstream_failed' },
      )
    } else {
      const state = each.isFreeze ? 'frozen' : 'active'
      await setAccountState(database, action, { accountId, state })
    }
  }

  for (const group of groups) await Promise.all(group.map(take))
  const { actions } = await listActions(database, { accountId, most: 1_000 })
  const sum = actions.reduce((total, { units }) => total + (units ?? 0), 0)
  expect(sum).toBe(adjusted)
}

it('keeps the books right in any order of admins’ and callers’ actions', async () => {
  const lives = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(lives, async groups => {
      await live(test.database, groups)
      expect(await auditDatabase(test.connection)).toEqual([])
    }),
    { numRuns: 30 },
  )
})
