import { randomUUIDv7 } from 'node:crypto'
import type { RefundCause } from '@footnote/contract/refund-causes'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPayer } from '../testing/scenes/create-payer.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { auditDatabase } from './audit.ts'
import { createDebit, type Debit } from './debit.ts'
import { createSettle, type Settlement } from './settle.ts'
import { sweepCharges } from './sweep-charges.ts'

const MOST = 3
const HOUR_MS = 3_600_000

let test: TestDatabase
let accountId: string
beforeAll(async () => {
  test = await createTestDatabase()
})
beforeEach(async () => {
  accountId = (await createPayer(test.database, '1')).accountId
})
afterEach(async () => expect(await auditDatabase(test.connection)).toEqual([]))
afterAll(() => test.drop())

const debitOf = (more: Partial<Debit> = {}): Debit => ({
  chargeId: randomUUIDv7(),
  accountId,
  keyId: null,
  tool: 'answer',
  effort: null,
  costUnits: 100n,
  holdMs: 60_000,
  instanceId: randomUUIDv7(),
  ...more,
})

/** Debits like a separate process of the service. */
const openDebit = () => createDebit(test.database, { mostRefundsPerHour: MOST })
const outcomeOf = async (debit = openDebit()) => (await debit(debitOf())).outcome

async function hold(calls: number): Promise<string[]> {
  const debit = openDebit()
  const items = Array.from({ length: calls }, () => debitOf())
  await Promise.all(items.map(debit))
  return items.map(({ chargeId }) => chargeId)
}

const refundOf = (chargeId: string, cause: RefundCause = 'request_refused'): Settlement => ({
  chargeId,
  accountId,
  outcome: 'refunded',
  cause,
})

async function refund(calls: number, cause?: RefundCause): Promise<void> {
  const settle = createSettle(test.database)
  const ids = await hold(calls)
  await Promise.all(ids.map(id => settle(refundOf(id, cause))))
}

async function readCount(): Promise<number> {
  const { rows } = await test.database.query<{ count: number }>(
    'select refunds_in_window as count from wallet where account_id = $1',
    [accountId],
  )
  return rows[0]?.count ?? 0
}

const moveWindow = (interval: string) =>
  test.database.query(
    'update wallet set refund_window_ends_at = refund_window_ends_at + $2::interval where account_id = $1',
    [accountId, interval],
  )

describe('the hourly refund limit', () => {
  it('refuses debits once it is reached, and reports when the window ends', async () => {
    await refund(MOST - 1)
    expect(await outcomeOf()).toBe('admitted')
    await refund(1)
    const { rows } = await test.database.query<{ now: Date }>('select clock_timestamp() as now')
    const refused = await openDebit()(debitOf())
    expect(refused).toMatchObject({ outcome: 'refund_limited', chargeState: null })
    const leftMs = (refused.expiresAt?.getTime() ?? 0) - (rows[0]?.now.getTime() ?? 0)
    expect(leftMs).toBeGreaterThan(0)
    expect(leftMs).toBeLessThanOrEqual(HOUR_MS)
  })

  it('applies to every process', async () => {
    await refund(MOST)
    expect(await Promise.all([outcomeOf(), outcomeOf()])).toEqual([
      'refund_limited',
      'refund_limited',
    ])
  })

  it('ends with the window, and the next refund opens a new one', async () => {
    await refund(MOST)
    await moveWindow('-1 hour')
    expect(await outcomeOf()).toBe('admitted')
    await refund(1)
    expect(await readCount()).toBe(1)
    expect(await outcomeOf()).toBe('admitted')
  })

  it('affects no other account, and nobody if no limit is set', async () => {
    await refund(MOST)
    expect(await outcomeOf(createDebit(test.database))).toBe('admitted')
    const other = await createPayer(test.database, '1')
    expect(await openDebit()(debitOf({ accountId: other.accountId }))).toMatchObject({
      outcome: 'admitted',
    })
  })

  it('reports an empty wallet before the refund limit', async () => {
    await refund(MOST)
    expect(await openDebit()(debitOf({ costUnits: 10_000_001n }))).toMatchObject({
      outcome: 'insufficient',
    })
  })

  it('does not affect calls already debited', async () => {
    const debit = openDebit()
    const item = debitOf()
    await debit(item)
    await refund(MOST)
    expect(await debit(item)).toMatchObject({ outcome: 'replayed', chargeState: 'held' })
  })
})

describe('the refund count', () => {
  it('rises once for each refund in a batch', async () => {
    const ids = await hold(20)
    await test.database.query('select * from settle_charges($1, $2, $3, $4, $5, null, null)', [
      ids,
      ids.map(() => accountId),
      ids.map(() => 'refunded'),
      ids.map(() => 'request_refused'),
      ids.map(() => false),
    ])
    expect(await readCount()).toBe(20)
  })

  it('rises once when several processes refund the same charge', async () => {
    const ids = await hold(20)
    const settles = [createSettle(test.database), createSettle(test.database)]
    await Promise.all(ids.flatMap(id => settles.map(settle => settle(refundOf(id)))))
    expect(await readCount()).toBe(20)
  })

  it('does not rise for a capture', async () => {
    const settle = createSettle(test.database)
    const ids = await hold(5)
    await Promise.all(ids.map(chargeId => settle({ chargeId, accountId, outcome: 'captured' })))
    expect(await readCount()).toBe(0)
  })

  it.each<RefundCause>([
    'capture_unknown',
    'internal_fault',
    'not_sent',
    'queueing_unknown',
    'shutdown',
    'task_expired',
    'task_missing',
    'source_unreachable',
    'upstream_failed',
    'upstream_refused',
    'upstream_unreachable',
  ])('does not rise for %s, which no request can trigger', async cause => {
    await refund(1, cause)
    expect(await readCount()).toBe(0)
  })

  it.each<RefundCause>(['cancelled', 'no_source', 'schema_not_met', 'task_failed', 'time_limit'])(
    'rises for %s, which a caller can bring about',
    async cause => {
      await refund(1, cause)
      expect(await readCount()).toBe(1)
    },
  )

  it('does not rise for the sweeper’s refunds', async () => {
    await openDebit()(debitOf({ holdMs: 0 }))
    await openDebit()(debitOf())
    while ((await sweepCharges(test.database)) > 0);
    expect(await readCount()).toBe(0)
  })

  it('rises for unknown causes', async () => {
    await refund(1, 'a_cause_of_tomorrow' as RefundCause)
    expect(await readCount()).toBe(1)
  })
})
