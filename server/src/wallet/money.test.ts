import { randomUUIDv7 } from 'node:crypto'
import { connect, connectAlone } from '@footnote/platform/database/connect'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPayer } from '../testing/scenes/create-payer.ts'
import { holdLock } from '../testing/scenes/hold-lock.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { auditDatabase } from './audit.ts'
import { creditWallet } from './credit-wallet.ts'
import { createDebit, type Debit } from './debit.ts'
import { readWallet } from './read-wallet.ts'
import { createSettle } from './settle.ts'
import { sweepCharges } from './sweep-charges.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const INSTANCE = randomUUIDv7()
const debitOf = (accountId: string, costUnits: bigint, more: Partial<Debit> = {}): Debit => ({
  chargeId: randomUUIDv7(),
  accountId,
  keyId: null,
  tool: 'answer',
  effort: null,
  costUnits,
  holdMs: 60_000,
  instanceId: INSTANCE,
  ...more,
})

describe('debit', () => {
  it('admits in order by the running balance: 100 pays 60 and 40, not the 50 between', async () => {
    const { accountId } = await createPayer(test.database, '0.00001')
    const debit = createDebit(test.database)
    // The first goes alone; the others meet in the second batch.
    const results = await Promise.all(
      [60n, 50n, 40n].map(units => debit(debitOf(accountId, units))),
    )
    expect(results.map(result => result.outcome)).toEqual(['admitted', 'insufficient', 'admitted'])
    expect((await readWallet(test.database, accountId)).balanceUnits).toBe(0n)
  })

  it('never debits one id twice, however often it is sent at once', async () => {
    const { accountId } = await createPayer(test.database, '1')
    const debits = [createDebit(test.database), createDebit(test.database)]
    const item = debitOf(accountId, 100n)
    const results = await Promise.all([...debits, ...debits, ...debits].map(debit => debit(item)))
    expect(results.filter(result => result.outcome === 'admitted')).toHaveLength(1)
    expect(results.filter(result => result.outcome === 'replayed')).toHaveLength(5)
    expect((await readWallet(test.database, accountId)).balanceUnits).toBe(9_999_900n)
  })

  it('lets the others through if one item of a batch is bad', async () => {
    const { accountId } = await createPayer(test.database, '1')
    const debit = createDebit(test.database)
    const first = debit(debitOf(accountId, 1n))
    const second = debit(debitOf(accountId, 1n))
    const bad = debit(debitOf(accountId, 1n, { chargeId: 'no uuid' }))
    const good = [1n, 2n, 3n].map(units => debit(debitOf(accountId, units)))
    await expect(bad).rejects.toThrow()
    const results = await Promise.all([first, second, ...good])
    expect(results.every(result => result.outcome === 'admitted')).toBe(true)
    expect((await readWallet(test.database, accountId)).balanceUnits).toBe(9_999_992n)
  })
})

describe('a locked wallet', () => {
  it('fails its own debits and nobody else’s, however many there are', async () => {
    const [stuck, free] = await Promise.all([
      createPayer(test.database, '1'),
      createPayer(test.database, '1'),
    ])
    const lock = await holdLock(
      test.connection,
      `select from wallet where account_id = '${stuck.accountId}' for update`,
    )
    const debit = createDebit(test.database)
    const debits = Array.from({ length: 200 }, (_, index) =>
      debit(debitOf(index % 2 === 0 ? stuck.accountId : free.accountId, 1n)),
    )
    const outcomes = await Promise.allSettled(debits)
    await lock.release()
    for (const [index, { status }] of outcomes.entries()) {
      expect(status).toBe(index % 2 === 0 ? 'rejected' : 'fulfilled')
    }
    expect((await readWallet(test.database, free.accountId)).balanceUnits).toBe(9_999_900n)
    expect((await readWallet(test.database, stuck.accountId)).balanceUnits).toBe(10_000_000n)
  })

  it('does not keep the sweeper from refunding others', async () => {
    const [stuck, free] = await Promise.all([
      createPayer(test.database, '1'),
      createPayer(test.database, '1'),
    ])
    const debit = createDebit(test.database)
    for (const { accountId } of [stuck, free]) await debit(debitOf(accountId, 7n, { holdMs: 0 }))
    const lock = await holdLock(
      test.connection,
      `select from wallet where account_id = '${stuck.accountId}' for update`,
    )
    await sweepCharges(test.database)
    const balances = async () =>
      Promise.all(
        [stuck, free].map(async ({ accountId }) => {
          const { balanceUnits } = await readWallet(test.database, accountId)
          return balanceUnits
        }),
      )
    expect(await balances()).toEqual([9_999_993n, 10_000_000n])
    await lock.release()
    await sweepCharges(test.database)
    expect(await balances()).toEqual([10_000_000n, 10_000_000n])
  })
})

it('a credit is booked once for its reference, however often it is sent at once', async () => {
  const { accountId } = await createPayer(test.database, '1')
  const credit = { accountId, units: 5n, reason: 'test', reference: 'payment-1' }
  const balances = await Promise.all(
    Array.from({ length: 8 }, () => creditWallet(test.database, credit)),
  )
  expect(new Set(balances)).toEqual(new Set([10_000_005n]))
  expect(await auditDatabase(test.connection)).toEqual([])
})

describe('settle', () => {
  it('lets exactly one of a racing capture and refund win, and moves money once', async () => {
    const { accountId } = await createPayer(test.database, '1')
    const debit = createDebit(test.database)
    const settles = [createSettle(test.database), createSettle(test.database)]
    for (let round = 0; round < 20; round += 1) {
      const item = debitOf(accountId, 100n)
      await debit(item)
      const { chargeId } = item
      const settled = await Promise.all(
        settles.flatMap(settle => [
          settle({ chargeId, accountId, outcome: 'captured' }),
          settle({ chargeId, accountId, outcome: 'refunded', cause: 'upstream_failed' }),
        ]),
      )
      expect(new Set(settled.map(({ state }) => state)).size).toBe(1)
    }
    expect(await auditDatabase(test.connection)).toEqual([])
  })

  it('takes the first of two settlements for one charge in one batch', async () => {
    const { accountId } = await createPayer(test.database, '1')
    const item = debitOf(accountId, 100n)
    await createDebit(test.database)(item)
    const { rows } = await test.database.query(
      'select * from settle_charges($1, $2, $3, $4, $5, null, null)',
      [
        [item.chargeId, item.chargeId],
        [accountId],
        ['captured', 'refunded'],
        [null, 'upstream_failed'],
        [false, false],
      ],
    )
    expect(rows).toMatchObject([{ charge_state: 'captured' }])
    expect(await auditDatabase(test.connection)).toEqual([])
  })

  it('refuses an account that is not that of the charge, and changes nothing', async () => {
    const [{ accountId }, other] = await Promise.all([
      createPayer(test.database, '1'),
      createPayer(test.database, '1'),
    ])
    const item = debitOf(accountId, 100n)
    await createDebit(test.database)(item)
    const settle = createSettle(test.database)
    const refund = { ...item, outcome: 'refunded', cause: 'upstream_failed' } as const
    await expect(settle({ ...refund, accountId: other.accountId })).rejects.toThrow('an account')
    for (const payer of [accountId, other.accountId])
      expect((await readWallet(test.database, payer)).balanceUnits).toBe(
        payer === accountId ? 9_999_900n : 10_000_000n,
      )
    expect(await settle(refund)).toEqual({ state: 'refunded', balanceUnits: 10_000_000n })
    expect(await auditDatabase(test.connection)).toEqual([])
  })

  it('serves the previous release, which names no accounts', async () => {
    const [one, other] = await Promise.all([
      createPayer(test.database, '1'),
      createPayer(test.database, '1'),
    ])
    const items = [debitOf(one.accountId, 100n), debitOf(other.accountId, 100n)]
    await Promise.all(items.map(createDebit(test.database)))
    const ids = items.map(({ chargeId }) => chargeId)
    const settle = (outcomes: string[], causes: (string | null)[], confirmed: string[]) =>
      test.database.query('select * from settle_charges($1, $2, $3, $4, $5)', [
        ...[ids, outcomes, causes, [false, false], confirmed],
      ])
    await settle(['captured', 'refunded'], [null, 'upstream_failed'], [])
    const { rows } = await settle(['captured', 'captured'], [null, null], ids)
    expect(rows.map(row => row.charge_state).toSorted()).toEqual(['captured', 'refunded'])
    const open = await test.database.query('select from open_charge where charge_id = any($1)', [
      ids,
    ])
    expect(open.rowCount).toBe(0)
    expect(await auditDatabase(test.connection)).toEqual([])
  })

  it('reports charges that were settled earlier beside those that it captures', async () => {
    const { accountId } = await createPayer(test.database, '1')
    const debit = createDebit(test.database)
    const settle = createSettle(test.database)
    const items = Array.from({ length: 3 }, () => debitOf(accountId, 100n))
    await Promise.all(items.map(debit))
    const [captured, refunded] = items.map(({ chargeId }) => chargeId) as [string, string]
    await settle({ chargeId: captured, accountId, outcome: 'captured' })
    await settle({ chargeId: refunded, accountId, outcome: 'refunded', cause: 'upstream_failed' })
    const captures = items.map(({ chargeId }) =>
      settle({ chargeId, accountId, outcome: 'captured' }),
    )
    expect(await Promise.all(captures)).toEqual([
      { state: 'captured' },
      { state: 'refunded', balanceUnits: 9_999_800n },
      { state: 'captured' },
    ])
    expect(await auditDatabase(test.connection)).toEqual([])
  })

  it('captures the same charges twice at once, in opposite orders, without a deadlock', async () => {
    const { accountId } = await createPayer(test.database, '1')
    const debit = createDebit(test.database)
    for (let round = 0; round < 10; round += 1) {
      const items = Array.from({ length: 64 }, () => debitOf(accountId, 100n))
      await Promise.all(items.map(debit))
      const ids = items.map(({ chargeId }) => chargeId)
      const capture = (order: string[]) =>
        test.database.query('select * from settle_charges($1, $2, $3, $4, $5, null, null)', [
          order,
          [accountId],
          order.map(() => 'captured'),
          order.map(() => null),
          order.map(() => false),
        ])
      for (const { rows } of await Promise.all([capture(ids), capture(ids.toReversed())])) {
        expect(rows).toHaveLength(64)
        expect(rows).toMatchObject(rows.map(() => ({ charge_state: 'captured' })))
      }
    }
    expect(await auditDatabase(test.connection)).toEqual([])
  })

  it('scans no table, however many charges there are', async () => {
    const { accountId } = await createPayer(test.database, '1')
    const session = connect(test.connection, { poolSize: 1 })
    const items = [randomUUIDv7(), undefined].map(requestId =>
      debitOf(accountId, 100n, { requestId }),
    )
    await session.query('begin')
    await Promise.all(items.map(createDebit(session)))
    const settle = createSettle(session)
    await Promise.all(
      items.map(({ chargeId }) => settle({ chargeId, accountId, outcome: 'captured' })),
    )
    const { rows } = await session.query(
      'select relname from pg_stat_xact_user_tables where seq_scan > 0',
    )
    await session.query('rollback')
    await session.end()
    expect(rows).toEqual([])
  })

  it('locks charges before movements, as archiving does, also with cached plans', async () => {
    const { accountId } = await createPayer(test.database, '1')
    const debit = createDebit(test.database)
    const items = Array.from({ length: 13 }, () => debitOf(accountId, 100n))
    await Promise.all(items.map(debit))
    const session = await connectAlone(test.connection)
    const capture = (chargeId = '') =>
      session.query('select * from settle_charges($1, $2, $3, $4, $5, null, null)', [
        [chargeId],
        [accountId],
        ['captured'],
        [null],
        [false],
      ])
    const [last, ...warming] = items.map(({ chargeId }) => chargeId)
    for (const chargeId of warming) await capture(chargeId)
    const archiving = await holdLock(test.connection, 'lock table only charge')
    const captured = capture(last)
    await archiving.somebodyWaits()
    // A capture that had locked movements already would hold this up, and archiving with it.
    const movements = await holdLock(test.connection, 'lock table only movement nowait')
    await Promise.all([archiving.release(), movements.release()])
    expect((await captured).rows).toMatchObject([{ charge_state: 'captured' }])
    await session.end()
  })

  it('reverses a capture only on request, and only once', async () => {
    const { accountId } = await createPayer(test.database, '1')
    const settle = createSettle(test.database)
    const item = debitOf(accountId, 100n)
    await createDebit(test.database)(item)
    const { chargeId } = item
    await settle({ chargeId, accountId, outcome: 'captured' })
    const refund = { chargeId, accountId, outcome: 'refunded', cause: 'capture_unknown' } as const
    expect((await settle(refund)).state).toBe('captured')
    for (let round = 0; round < 2; round += 1) {
      expect(await settle({ ...refund, reverse: true })).toEqual({
        state: 'refunded',
        balanceUnits: 10_000_000n,
      })
    }
    expect(await auditDatabase(test.connection)).toEqual([])
  })
})

describe('sweeper', () => {
  it('refunds charges past their deadline and those of a dead process, and nothing else', async () => {
    const { accountId } = await createPayer(test.database, '1')
    const debit = createDebit(test.database)
    const living = randomUUIDv7()
    await test.database.query(
      `insert into instance (id, lease_until) values ($1, clock_timestamp() + interval '1 hour')`,
      [living],
    )
    const overdue = debitOf(accountId, 1n, { holdMs: 0, instanceId: living })
    const orphaned = debitOf(accountId, 1n, { instanceId: randomUUIDv7() })
    const running = debitOf(accountId, 1n, { instanceId: living })
    await Promise.all([overdue, orphaned, running].map(item => debit(item)))
    await sweepCharges(test.database)
    const { rows } = await test.database.query(
      'select id, state, refund_cause from charge where account_id = $1 order by refund_cause',
      [accountId],
    )
    expect(rows).toEqual([
      { id: overdue.chargeId, state: 'refunded', refund_cause: 'deadline_passed' },
      { id: orphaned.chargeId, state: 'refunded', refund_cause: 'process_died' },
      { id: running.chargeId, state: 'held', refund_cause: null },
    ])
  })
})

it('captures an overdue task whose result was there but never fetched', async () => {
  const { accountId } = await createPayer(test.database, '1')
  const { rows } = await test.database.query<{ id: number }>(
    `insert into upstream (url, api_key) values ('http://127.0.0.1', '') returning id`,
  )
  const task = { lifetimeMs: 0, upstreamId: rows[0]?.id ?? 0, structured: false }
  const [fetchable, unfinished] = [1n, 1n].map(units =>
    debitOf(accountId, units, { holdMs: 0, task }),
  )
  const debit = createDebit(test.database)
  for (const item of [fetchable, unfinished]) if (item) await debit(item)
  await test.database.query(
    `update task set state = 'completed', remote_id = 'r', result_seen = true where id = $1`,
    [fetchable?.chargeId],
  )
  await sweepCharges(test.database)
  const swept = await test.database.query(
    'select charge.id, charge.state from charge where account_id = $1 order by charge.state',
    [accountId],
  )
  expect(swept.rows).toEqual([
    { id: fetchable?.chargeId, state: 'captured' },
    { id: unfinished?.chargeId, state: 'refunded' },
  ])
  expect(await auditDatabase(test.connection)).toEqual([])
})

it('keeps every rule through any mix of debits, settlements and sweeps at once', async () => {
  const payers = await Promise.all(
    ['0.00002', '0.00003'].map(usd => createPayer(test.database, usd)),
  )
  const step = fc.record({
    payer: fc.integer({ min: 0, max: 1 }),
    units: fc.bigInt({ min: 1n, max: 90n }),
    end: fc.constantFrom('captured', 'refunded', 'both', 'left'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async steps => {
      const debit = createDebit(test.database)
      const settle = createSettle(test.database)
      await Promise.all(
        steps.map(async ({ payer, units, end }) => {
          const item = debitOf(payers[payer]?.accountId ?? '', units, { holdMs: 0 })
          if ((await debit(item)).outcome !== 'admitted' || end === 'left') return
          const { chargeId, accountId } = item
          const refund = { chargeId, accountId, outcome: 'refunded', cause: 'task_failed' } as const
          await Promise.all([
            end !== 'refunded' && settle({ chargeId, accountId, outcome: 'captured' }),
            end !== 'captured' && settle(refund),
            sweepCharges(test.database),
          ])
        }),
      )
      while ((await sweepCharges(test.database)) > 0);
      expect(await auditDatabase(test.connection)).toEqual([])
    }),
    { numRuns: 15 },
  )
})
