import { randomUUIDv7 } from 'node:crypto'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type KeyLimits, NO_LIMITS, setKeyLimits } from '../keys/key-limits.ts'
import { createKey, listKeys } from '../keys/keys.ts'
import { createPayer } from '../testing/scenes/create-payer.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { auditDatabase } from './audit.ts'
import { createDebit, type Debit } from './debit.ts'
import { createSettle } from './settle.ts'
import { sweepCharges } from './sweep-charges.ts'

const COST = 100n
const CAP = 10n * COST

let test: TestDatabase
let accountId: string
let keyId: string
beforeAll(async () => {
  test = await createTestDatabase()
})
beforeEach(async () => {
  accountId = (await createPayer(test.database, '1')).accountId
})
afterEach(async () => {
  expect(await miscounted()).toEqual([])
  expect(await auditDatabase(test.connection)).toEqual([])
})
afterAll(() => test.drop())

/** Keys whose counters differ from the charges of this month that were not refunded. */
async function miscounted() {
  const { rows } = await test.database.query(
    `select key_spending.* from key_spending
     left join lateral (
       select sum(cost_units) filter (where utc_month(created_at) = month) as month_units,
         sum(cost_units) filter (where utc_day(created_at) = day) as day_units
       from charge where charge.key_id = key_spending.key_id and state <> 'refunded'
     ) as made on true
     where key_spending.month_units <> coalesce(made.month_units, 0)
       or key_spending.day_units <> coalesce(made.day_units, 0)`,
  )
  return rows
}

async function make(limits: Partial<KeyLimits>): Promise<void> {
  const created = await createKey(test.database, {
    accountId,
    name: randomUUIDv7(),
    limits: { ...NO_LIMITS, ...limits },
  })
  keyId = created?.id ?? ''
}

const debitOf = (more: Partial<Debit> = {}): Debit => ({
  chargeId: randomUUIDv7(),
  accountId,
  keyId,
  tool: 'answer',
  effort: null,
  costUnits: COST,
  holdMs: 60_000,
  instanceId: randomUUIDv7(),
  ...more,
})

const outcomeOf = async (more: Partial<Debit> = {}) =>
  (await createDebit(test.database)(debitOf(more))).outcome

/** Debits that many calls through two batchers, as two instances do. */
async function race(calls: number): Promise<{ chargeId: string; outcome: string }[]> {
  const instances = [createDebit(test.database), createDebit(test.database)]
  const items = Array.from({ length: calls }, () => debitOf())
  return Promise.all(
    items.map(async (item, index) => {
      const { outcome } = (await instances[index % 2]?.(item)) ?? {}
      return { chargeId: item.chargeId, outcome: outcome ?? '' }
    }),
  )
}

const admitted = (results: Awaited<ReturnType<typeof race>>) =>
  results.filter(({ outcome }) => outcome === 'admitted')

const refund = (chargeId: string) =>
  createSettle(test.database)({
    chargeId,
    accountId,
    outcome: 'refunded',
    cause: 'upstream_failed',
  })

const spent = async () =>
  (await listKeys(test.database, accountId)).find(({ id }) => id === keyId)?.spent

/** Moves the key's charges and counters into the past. */
async function age(interval: string): Promise<void> {
  await test.database.query(
    `update charge set created_at = created_at - $2::interval where key_id = $1`,
    [keyId, interval],
  )
  await test.database.query(
    `update key_spending set minute = minute - $2::interval, day = utc_day(minute - $2::interval),
       month = utc_month(minute - $2::interval)
     where key_id = $1`,
    [keyId, interval],
  )
}

describe.each([
  ['day_cap', { dayCapUnits: CAP }],
  ['month_cap', { monthCapUnits: CAP }],
] as const)('%s', (outcome, limits) => {
  beforeEach(() => make(limits))

  it('cannot be overspent by two instances that race', async () => {
    const results = await race(60)
    expect(admitted(results)).toHaveLength(10)
    expect(results.filter(result => result.outcome === outcome)).toHaveLength(50)
    expect(await spent()).toEqual({ dayUnits: CAP, monthUnits: CAP })
  })

  it('gets back exactly what racing refunds return', async () => {
    const held = admitted(await race(20))
    const settles = [createSettle(test.database), createSettle(test.database)]
    const cause = 'upstream_failed' as const
    await Promise.all(
      held
        .slice(0, 4)
        .flatMap(({ chargeId }) =>
          settles.map(settle => settle({ chargeId, accountId, outcome: 'refunded', cause })),
        ),
    )
    expect(await spent()).toEqual({ dayUnits: CAP - 4n * COST, monthUnits: CAP - 4n * COST })
    expect(admitted(await race(20))).toHaveLength(4)
  })

  it('is not spent by a capture again', async () => {
    const [first] = admitted(await race(1))
    await createSettle(test.database)({
      ...{ chargeId: first?.chargeId ?? '', accountId, outcome: 'captured' },
    })
    expect(await spent()).toEqual({ dayUnits: COST, monthUnits: COST })
  })

  it('gets back what the sweeper refunds', async () => {
    await outcomeOf({ holdMs: 0 })
    while ((await sweepCharges(test.database)) > 0);
    expect(await spent()).toEqual({ dayUnits: 0n, monthUnits: 0n })
  })

  it('takes a debit that is sent again once', async () => {
    const item = debitOf()
    const debit = createDebit(test.database)
    expect((await debit(item)).outcome).toBe('admitted')
    expect((await debit(item)).outcome).toBe('replayed')
    expect(await spent()).toEqual({ dayUnits: COST, monthUnits: COST })
  })

  it('says when it renews', async () => {
    const { rows } = await test.database.query<{ day: Date; month: Date }>(
      `select (utc_day(now()) + 1)::timestamp at time zone 'UTC' as day,
         (utc_month(now()) + interval '1 month') at time zone 'UTC' as month`,
    )
    const { expiresAt } = await createDebit(test.database)(debitOf({ costUnits: CAP + 1n }))
    expect(expiresAt).toEqual(outcome === 'day_cap' ? rows[0]?.day : rows[0]?.month)
  })
})

describe('a period that is over', () => {
  it('renews the daily cap, and a late refund does not enlarge it', async () => {
    await make({ dayCapUnits: CAP })
    const held = admitted(await race(10))
    await age('1 day')
    expect(await spent()).toMatchObject({ dayUnits: 0n })
    expect(admitted(await race(20))).toHaveLength(10)
    await refund(held[0]?.chargeId ?? '')
    expect(await outcomeOf()).toBe('day_cap')
  })

  it('renews the monthly cap, and a late refund does not enlarge it', async () => {
    await make({ monthCapUnits: CAP })
    const held = admitted(await race(10))
    await age('32 days')
    expect(admitted(await race(20))).toHaveLength(10)
    await refund(held[0]?.chargeId ?? '')
    expect(await outcomeOf()).toBe('month_cap')
  })

  it('stays over if the clock goes back', async () => {
    await make({ dayCapUnits: CAP })
    await race(10)
    await test.database.query('update key_spending set day = day + 1 where key_id = $1', [keyId])
    expect(await outcomeOf()).toBe('day_cap')
    await test.database.query('update key_spending set day = day - 1 where key_id = $1', [keyId])
  })
})

describe('limits that change', () => {
  const set = (limits: Partial<KeyLimits>) =>
    setKeyLimits(test.database, { accountId, keyId, limits: { ...NO_LIMITS, ...limits } })

  it('count what the key spent before it had a cap', async () => {
    await make({})
    const held = admitted(await race(8))
    await refund(held[0]?.chargeId ?? '')
    expect(await spent()).toBeNull()
    await set({ dayCapUnits: CAP })
    expect(await spent()).toEqual({ dayUnits: 7n * COST, monthUnits: 7n * COST })
    expect(admitted(await race(10))).toHaveLength(3)
    await refund(held[1]?.chargeId ?? '')
    expect(await outcomeOf()).toBe('admitted')
  })

  it('apply at once, and the counters stay right while calls race', async () => {
    await make({})
    const [results] = await Promise.all([
      race(40),
      set({ monthCapUnits: CAP }),
      set({ dayCapUnits: CAP }),
    ])
    expect(admitted(results).length).toBeGreaterThanOrEqual(10)
    await set({ dayCapUnits: 1n })
    expect(await outcomeOf()).toBe('day_cap')
  })

  it('are refused for a key of another account', async () => {
    await make({})
    const other = await createPayer(test.database, '1')
    expect(
      await setKeyLimits(test.database, { accountId: other.accountId, keyId, limits: NO_LIMITS }),
    ).toBe(false)
  })
})

describe('other limits', () => {
  it('allow exactly that many calls in a minute, across instances', async () => {
    await make({ callsPerMinute: 5 })
    // All within one minute of the database's clock, even if the test crosses into the next.
    await test.database.query(
      `update key_spending set minute = minute + interval '5 minutes' where key_id = $1`,
      [keyId],
    )
    const results = await race(20)
    expect(admitted(results)).toHaveLength(5)
    expect(results.filter(({ outcome }) => outcome === 'rate_limited')).toHaveLength(15)
  })

  it('begin anew with the next minute', async () => {
    await make({ callsPerMinute: 1 })
    await test.database.query(
      `update key_spending set minute = minute - interval '2 minutes', minute_calls = 1 where key_id = $1`,
      [keyId],
    )
    expect(await outcomeOf()).toBe('admitted')
  })

  it('refuse a tool that is not listed', async () => {
    await make({ tools: ['research'] })
    expect(await outcomeOf()).toBe('tool_not_allowed')
    expect(await outcomeOf({ tool: 'research', effort: 'lite' })).toBe('admitted')
  })

  it('refuse a key from the moment it expires', async () => {
    await make({ expiresAt: new Date(Date.now() + 3_600_000) })
    expect(await outcomeOf()).toBe('admitted')
    await test.database.query('update api_key set expires_at = now() where id = $1', [keyId])
    expect(await outcomeOf()).toBe('key_expired')
  })

  it('leave a wallet without money to its own error', async () => {
    await make({ dayCapUnits: CAP })
    expect(await outcomeOf({ costUnits: 10_000_001n })).toBe('insufficient')
  })
})
