import { randomUUID } from 'node:crypto'
import { CALL_OUTCOMES } from '@footnote/contract/site/call-outcomes'
import type { StatusHistoryResponse } from '@footnote/contract/site/responses'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertCall, type PastCall } from '../testing/scenes/insert-call.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { countCalls } from './count-calls.ts'
import { postIncident, updateIncident } from './incidents.ts'
import { readHistory } from './read-history.ts'
import { readRefunds } from './read-refunds.ts'
import { readStatus, type StatusPeriod } from './read-status.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let test: TestDatabase
/** A transaction, for which the hour and the day stay what they were at its start. */
let client: pg.PoolClient
let thisHour: number
let today: number
beforeAll(async () => {
  test = await createTestDatabase()
  client = await test.database.connect()
  await client.query('begin')
  const { rows } = await client.query<{ now: Date }>('select now()')
  const now = rows[0]?.now.getTime() ?? 0
  thisHour = Math.floor(now / HOUR_MS) * HOUR_MS
  today = Math.floor(now / DAY_MS) * DAY_MS
})
afterAll(async () => {
  client.release(true)
  await test.drop()
})

const text = (time: number) => new Date(time).toISOString()
const figures = (
  [answered, no_answer, failed]: readonly [number, number, number],
  [p50_ms, p90_ms]: readonly unknown[] = [null, null],
) => ({ answered, no_answer, failed, p50_ms, p90_ms })
/** Equal to within the step of the buckets. */
const near = (ms: number) =>
  expect.toSatisfy((found: number) => Math.abs(found - ms) <= ms * 0.06 + 0.5, `about ${ms} ms`)

it('has every time but no calls before the first count', async () => {
  const status = await readStatus(test.database, { period: 'day' })
  expect(status).toMatchObject({ counted_until: null, tools: [] })
  expect(status.times).toHaveLength(24)
})

it('reports calls over the whole period and by hour or day', async () => {
  const { database } = test
  const insert = async (count: number, call: PastCall) => {
    for (let index = 0; index < count; index += 1) await insertCall(database, call)
  }
  const lite = { tool: 'research', effort: 'lite' } as const
  const deep = { tool: 'research', effort: 'deep' } as const
  // Long ago enough to be counted, whatever the minute.
  const [recent, earlier, old] = [thisHour - HOUR_MS, thisHour - 3 * HOUR_MS, today - 12 * DAY_MS]
  for (const [index, tookMs] of [100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000].entries())
    await insert(4, { settledAt: new Date(index < 5 ? recent : earlier), tookMs })
  await insert(1, { settledAt: new Date(recent), cause: 'upstream_failed' })
  await insert(1, { settledAt: new Date(old), tookMs: 50_000 })
  await insert(19, { ...lite, settledAt: new Date(old) })
  // Fetched long after it ended, and so captured late.
  const fetched = { settledAt: new Date(old), tookMs: 20 * HOUR_MS, taskMs: 300_000 }
  await insert(20, { ...deep, ...fetched })
  await insert(1, { ...deep, settledAt: new Date(old - 1), cause: 'no_source' })
  await insert(1, { ...deep, settledAt: new Date(old - 1), cause: 'task_failed' })
  // Outside of both periods.
  await insert(1, { settledAt: new Date(today - 29 * DAY_MS - 1) })
  await countCalls(database)

  const day = await readStatus(client, { period: 'day' })
  expect(day.times).toEqual(
    Array.from({ length: 24 }, (_, index) => text(thisHour - (23 - index) * HOUR_MS)),
  )
  expect(day.tools).toEqual([
    {
      ...{ tool: 'answer', effort: null, ...figures([40, 0, 1], [near(500), near(900)]) },
      points: [
        { at: text(earlier), ...figures([20, 0, 0], [near(800), near(1_000)]) },
        { at: text(recent), ...figures([20, 0, 1], [near(300), near(500)]) },
      ],
    },
  ])

  const month = await readStatus(client, { period: 'month' })
  expect(month.times).toEqual(
    Array.from({ length: 30 }, (_, index) => text(today - (29 - index) * DAY_MS)),
  )
  // 19 calls are too few for percentiles.
  expect(month.tools.map(({ points, ...tool }) => tool)).toEqual([
    { tool: 'answer', effort: null, ...figures([41, 0, 1], [near(600), near(1_000)]) },
    { ...lite, ...figures([19, 0, 0]) },
    { ...deep, ...figures([20, 1, 1], [near(300_000), near(300_000)]) },
  ])
  expect(month.tools[2]?.points).toEqual([
    { at: text(old - DAY_MS), ...figures([0, 1, 1]) },
    { at: text(old), ...figures([20, 0, 0], [near(300_000), near(300_000)]) },
  ])
  for (const { points, ...sums } of [...day.tools, ...month.tools]) {
    for (const outcome of CALL_OUTCOMES) {
      expect(points.reduce((sum, point) => sum + point[outcome], 0)).toBe(sums[outcome])
    }
  }

  expect(await readRefunds(client, { days: 30 })).toEqual({
    captured: 80,
    refunded: 3,
    causes: [
      { cause: 'no_source', ...deep, calls: 1 },
      { cause: 'task_failed', ...deep, calls: 1 },
      { cause: 'upstream_failed', tool: 'answer', effort: null, calls: 1 },
    ],
  })
  expect(await readRefunds(client, { days: 13 })).toMatchObject({ captured: 80, refunded: 1 })
  expect(await readRefunds(client, { days: 12 })).toMatchObject({ captured: 40, refunded: 1 })
})

it('finds incidents in hours with many failed calls, and lists the posted ones', async () => {
  const count = (hour: number, outcome: string, calls: number) =>
    client.query(`insert into call_hour values ($1, 'answer', '', $2, -1, $3)`, [
      new Date(hour),
      outcome,
      calls,
    ])
  const noon = today - 40 * DAY_MS + 12 * HOUR_MS
  // Two bad hours in a row; then a tenth failed, as on a good day; then too few calls to tell.
  await count(noon, 'upstream_failed', 3)
  await count(noon, 'captured', 17)
  await count(noon + HOUR_MS, 'upstream_failed', 30)
  await count(noon + 2 * HOUR_MS, 'upstream_failed', 2)
  await count(noon + 2 * HOUR_MS, 'captured', 18)
  await count(noon + 4 * HOUR_MS, 'upstream_failed', 19)
  await count(noon + 5 * HOUR_MS, 'no_source', 40)
  const startedAt = new Date(today - 10 * DAY_MS)
  const incidentId = await postIncident(client, {
    ...{ title: 'Slow answers', startedAt, state: 'investigating' as const },
    text: 'Answers take longer.',
  })
  const open = await readHistory(client)
  expect(open.incidents).toEqual([
    {
      title: 'Slow answers',
      started_at: startedAt.toISOString(),
      ended_at: null,
      updates: [expect.objectContaining({ state: 'investigating', text: 'Answers take longer.' })],
    },
    {
      title: '33 of 50 calls failed',
      started_at: text(noon),
      ended_at: text(noon + 2 * HOUR_MS),
      updates: [],
    },
  ])
  expect(open.days).toHaveLength(90)
  expect(open.days.at(-1)?.day).toBe(text(today).slice(0, 10))
  expect(open.days.at(-41)).toEqual({
    ...{ day: text(noon).slice(0, 10), calls: 129, failed: 54, has_incident: true },
  })
  const badDays = ({ days }: StatusHistoryResponse) =>
    days.filter(({ has_incident }) => has_incident).length
  expect(badDays(open)).toBe(12)

  const resolve = { incidentId, state: 'resolved' as const, text: 'Fixed.' }
  expect(await updateIncident(client, resolve)).toBe(true)
  expect(await updateIncident(client, { ...resolve, incidentId: randomUUID() })).toBe(false)
  const [posted] = (await readHistory(client)).incidents
  expect(posted?.updates.map(({ state }) => state)).toEqual(['resolved', 'investigating'])
  expect(posted?.ended_at).toBe(posted?.updates[0]?.at)

  // Posted half an hour into the two bad hours, and over before they are: listed once, as it was posted.
  await client.query(
    `with moved as (update incident set started_at = $1)
     update incident_update set created_at = case state when 'resolved' then $2::timestamptz else $1 end`,
    [new Date(noon + HOUR_MS / 2), new Date(noon + HOUR_MS)],
  )
  const merged = await readHistory(client)
  expect(merged.incidents).toMatchObject([
    { title: 'Slow answers', started_at: text(noon + HOUR_MS / 2) },
  ])
  expect(badDays(merged)).toBe(1)
  await client.query('truncate incident, incident_update')
})

it('uses the hours and days of UTC whatever the session’s time zone', async () => {
  const zoned = async (zone: string, period: StatusPeriod) => {
    await client.query(`set time zone '${zone}'`)
    return readStatus(client, { period })
  }
  for (const zone of ['Asia/Kathmandu', 'Pacific/Kiritimati', 'Europe/Berlin']) {
    for (const period of ['day', 'month'] as const) {
      expect(await zoned(zone, period)).toEqual(await zoned('UTC', period))
    }
    await client.query(`set time zone '${zone}'`)
    await client.query('truncate call_hour, calls_counted')
    await countCalls(client)
  }
})
