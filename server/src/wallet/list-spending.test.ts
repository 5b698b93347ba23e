import { randomUUIDv7 } from 'node:crypto'
import type { Tool } from '@footnote/contract/tools'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '../keys/keys.ts'
import { createPayer } from '../testing/scenes/create-payer.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { listSpending } from './list-spending.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

interface Call {
  readonly tool?: Tool
  readonly units?: bigint
  readonly state?: 'held' | 'captured' | 'refunded'
  readonly keyId?: string | null
  /** An SQL expression; by default now. */
  readonly at?: string
}

/** An account whose charges are written as the test says, also those of days long past. */
async function createSpender() {
  const { accountId } = await createPayer(test.database, '1')
  return {
    accountId,
    async call({
      tool = 'answer',
      units = 1n,
      state = 'captured',
      keyId = null,
      at = 'now()',
    }: Call) {
      await test.database.query(
        `insert into charge (id, account_id, key_id, tool, cost_units, state, created_at, deadline_at,
           settled_at, refund_cause)
         values ($1, $2, $3, $4, $5, $6::charge_state, ${at}, ${at},
           case when $6::charge_state <> 'held' then now() end, case when $6::charge_state = 'refunded' then 'refused' end)`,
        [randomUUIDv7(), accountId, keyId, tool, units, state],
      )
    },
    spending: (days = 30, lastDay?: string) =>
      listSpending(test.database, { accountId, days, lastDay }),
  }
}

const MIDNIGHT = `(date_trunc('day', now() at time zone 'utc') at time zone 'utc')`

/** By the database's clock, as the days of the list are. */
async function utcDays(count: number): Promise<string[]> {
  const { rows } = await test.database.query<{ today: Date }>(`select ${MIDNIGHT} as today`)
  const today = rows[0]?.today.getTime() ?? 0
  return Array.from({ length: count }, (_, index) =>
    new Date(today - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  )
}

describe('the days', () => {
  it.each([1, 2, 30, 90])('are the last %i in UTC, in order, today included', async days => {
    const { spending } = await createSpender()
    expect(await spending(days)).toEqual({ days: await utcDays(days), spending: [] })
  })

  it('begin and end at midnight in UTC', async () => {
    const { call, spending } = await createSpender()
    await call({ at: MIDNIGHT, units: 1n })
    await call({ at: `${MIDNIGHT} - interval '1 microsecond'`, units: 10n })
    await call({ at: `${MIDNIGHT} - interval '1 day'`, units: 100n })
    await call({ at: `${MIDNIGHT} - interval '1 day 1 microsecond'`, units: 1_000n })
    const [yesterday, today] = await utcDays(2)
    const found = await spending(2)
    expect(found.spending).toMatchObject([
      { day: yesterday, units: 110, calls: 2 },
      { day: today, units: 1, calls: 1 },
    ])
  })

  it('end with a day of the past if one is named', async () => {
    const { call, spending } = await createSpender()
    await call({ at: MIDNIGHT, units: 1n })
    await call({ at: `${MIDNIGHT} - interval '1 microsecond'`, units: 10n })
    await call({ at: `${MIDNIGHT} - interval '1 day 1 microsecond'`, units: 100n })
    const [yesterday = ''] = await utcDays(2)
    const found = await spending(1, yesterday)
    expect(found).toMatchObject({ days: [yesterday], spending: [{ day: yesterday, units: 10 }] })
  })

  it('are those of UTC whatever the session’s time zone', async () => {
    const { accountId, call } = await createSpender()
    await call({ at: MIDNIGHT })
    const client = await test.database.connect()
    try {
      for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin']) {
        await client.query(`set time zone '${zone}'`)
        const query = client.query.bind(client) as typeof test.database.query
        const found = await listSpending({ query }, { accountId, days: 30 })
        expect(found.days).toEqual(await utcDays(30))
        expect(found.spending).toMatchObject([{ day: found.days.at(-1), units: 1 }])
      }
    } finally {
      client.release(true)
    }
  })
})

describe('the amounts', () => {
  it('include captured and held charges; refunded ones count as calls alone', async () => {
    const { call, spending } = await createSpender()
    await call({ state: 'captured', units: 200_000n })
    await call({ state: 'held', units: 300_000n })
    await call({ state: 'refunded', units: 400_000n })
    expect((await spending()).spending).toMatchObject([
      {
        units: 500_000,
        pending_units: 300_000,
        refunded_units: 400_000,
        calls: 3,
        refunded_calls: 1,
      },
    ])
  })

  it('are separate by tool and by key, the website counting as one', async () => {
    const { accountId, call, spending } = await createSpender()
    const key = await createKey(test.database, { accountId, name: 'second' })
    await call({ tool: 'answer', keyId: key?.id ?? null, units: 1n })
    await call({ tool: 'research', keyId: key?.id ?? null, units: 2n })
    await call({ tool: 'answer', units: 4n })
    await call({ tool: 'answer', units: 8n })
    const rest = {
      ...{ calls: 1, refunded_calls: 0, pending_units: 0, refunded_units: 0 },
      day: (await utcDays(1))[0],
    }
    expect((await spending()).spending).toEqual([
      { ...rest, tool: 'answer', key_name: 'second', units: 1 },
      { ...rest, tool: 'answer', key_name: 'website', units: 12, calls: 2 },
      { ...rest, tool: 'research', key_name: 'second', units: 2 },
    ])
  })

  it('are the account’s own', async () => {
    const [one, other] = [await createSpender(), await createSpender()]
    await one.call({})
    expect((await other.spending()).spending).toEqual([])
  })
})
