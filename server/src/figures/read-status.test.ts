import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertCall } from '../testing/insert-call.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { countCalls } from './count-calls.ts'
import { readRefunds } from './read-refunds.ts'
import { readStatus } from './read-status.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let test: TestDatabase
let thisHour: number
let today: number
beforeAll(async () => {
  test = await createTestDatabase()
  const { rows } = await test.database.query<{ now: Date }>('select now()')
  const now = rows[0]?.now.getTime() ?? 0
  thisHour = Math.floor(now / HOUR_MS) * HOUR_MS
  today = Math.floor(now / DAY_MS) * DAY_MS
})
afterAll(() => test.drop())

const text = (time: number) => new Date(time).toISOString()
const figures = (captured: number, refunded: number, p50: unknown, p90: unknown) => ({
  captured,
  refunded,
  p50_ms: p50,
  p90_ms: p90,
})
/** To within the step of the buckets. */
const near = (ms: number) =>
  expect.toSatisfy((found: number) => Math.abs(found - ms) <= ms * 0.06 + 0.5, `about ${ms} ms`)

it('tells nothing, yet every time, before the first count', async () => {
  const status = await readStatus(test.database, { period: 'day' })
  expect(status).toMatchObject({ counted_until: null, tools: [] })
  expect(status.times).toHaveLength(24)
})

it('tells what happened, over the whole period and by the hour or day', async () => {
  const { database } = test
  const deep = { tool: 'research', effort: 'deep' } as const
  const [recent, earlier, old] = [thisHour - 1, thisHour - 3 * HOUR_MS, today - 12 * DAY_MS]
  for (const [index, tookMs] of [100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000].entries())
    await insertCall(database, { settledAt: new Date(index < 5 ? recent : earlier), tookMs })
  await insertCall(database, { settledAt: new Date(recent), cause: 'upstream_failed' })
  await insertCall(database, { settledAt: new Date(old), tookMs: 50_000 })
  // Fetched long after it ended, and so captured late.
  const fetched = { settledAt: new Date(old), tookMs: 20 * HOUR_MS, taskMs: 300_000 }
  await insertCall(database, { ...deep, ...fetched })
  await insertCall(database, { ...deep, settledAt: new Date(old - 1), cause: 'task_failed' })
  await insertCall(database, { ...deep, settledAt: new Date(old - 1), cause: 'task_failed' })
  // Outside of both periods.
  await insertCall(database, { settledAt: new Date(today - 29 * DAY_MS - 1) })
  await countCalls(database)

  const day = await readStatus(database, { period: 'day' })
  expect(day.times).toEqual(
    Array.from({ length: 24 }, (_, index) => text(thisHour - (23 - index) * HOUR_MS)),
  )
  expect(day.tools).toEqual([
    {
      ...{ tool: 'answer', effort: null, ...figures(10, 1, near(500), near(900)) },
      points: [
        { at: text(earlier), ...figures(5, 0, near(800), near(1_000)) },
        { at: text(thisHour - HOUR_MS), ...figures(5, 1, near(300), near(500)) },
      ],
    },
  ])

  const month = await readStatus(database, { period: 'month' })
  expect(month.times).toEqual(
    Array.from({ length: 30 }, (_, index) => text(today - (29 - index) * DAY_MS)),
  )
  expect(month.tools.map(({ points, ...tool }) => tool)).toEqual([
    { tool: 'answer', effort: null, ...figures(11, 1, near(600), near(1_000)) },
    { ...deep, ...figures(1, 2, near(300_000), near(300_000)) },
  ])
  expect(month.tools[1]?.points).toEqual([
    { at: text(old - DAY_MS), ...figures(0, 2, null, null) },
    { at: text(old), ...figures(1, 0, near(300_000), near(300_000)) },
  ])
  for (const { points, captured, refunded } of [...day.tools, ...month.tools]) {
    expect(points.reduce((sum, point) => sum + point.captured, 0)).toBe(captured)
    expect(points.reduce((sum, point) => sum + point.refunded, 0)).toBe(refunded)
  }

  expect(await readRefunds(database, { days: 30 })).toEqual({
    captured: 12,
    refunded: 3,
    causes: [
      { cause: 'task_failed', ...deep, calls: 2 },
      { cause: 'upstream_failed', tool: 'answer', effort: null, calls: 1 },
    ],
  })
  expect(await readRefunds(database, { days: 13 })).toMatchObject({ captured: 12, refunded: 1 })
  expect(await readRefunds(database, { days: 12 })).toMatchObject({ captured: 10, refunded: 1 })
})

it('tells the hours and days of UTC whatever the session’s own time zone is', async () => {
  const client = await test.database.connect()
  try {
    const query = client.query.bind(client) as typeof test.database.query
    for (const zone of ['Asia/Kathmandu', 'Pacific/Kiritimati', 'Europe/Berlin']) {
      await client.query(`set time zone '${zone}'`)
      for (const period of ['day', 'month'] as const) {
        const own = await readStatus(test.database, { period })
        expect(await readStatus({ query }, { period })).toEqual(own)
      }
      await client.query('truncate call_hour, calls_counted')
      await countCalls({ query })
    }
  } finally {
    client.release(true)
  }
})
