import type { TestDatabase } from '@footnote/platform/testing/test-database'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { percentileMs } from './read-status.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

/** Buckets as the database counts them. */
async function countLatencies(latenciesMs: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await test.database.query<{ bucket: number; calls: number }>(
    `select latency_bucket(ms * interval '1 ms') as bucket, count(*)::integer as calls
     from unnest($1::float8[]) as ms group by 1`,
    [latenciesMs],
  )
  return new Map(rows.map(({ bucket, calls }) => [bucket, calls]))
}

it('is within 6 % of the exact value for any latencies', async () => {
  const latency = fc.oneof(
    fc.integer({ min: 1, max: 100 }),
    fc.integer({ min: 1, max: 420_000 }),
    fc.integer({ min: 1, max: 24 * 3_600_000 }),
  )
  const latencies = fc.array(latency, { minLength: 1, maxLength: 200 })
  await fc.assert(
    fc.asyncProperty(latencies, fc.constantFrom(0.01, 0.5, 0.9, 1), async (all, share) => {
      const found = percentileMs(await countLatencies(all), share) ?? Number.NaN
      const sorted = all.toSorted((one, other) => one - other)
      const exact = sorted[Math.ceil(all.length * share) - 1] ?? Number.NaN
      // Half a millisecond more, since results are whole milliseconds.
      expect(Math.abs(found - exact)).toBeLessThanOrEqual(exact * 0.06 + 0.5)
    }),
    { numRuns: 60 },
  )
})

it('is that of the middle call, and of the ninth of ten', async () => {
  const ten = await countLatencies([10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120])
  for (const [share, exact] of [
    [0.5, 160],
    [0.9, 2_560],
  ] as const) {
    expect(percentileMs(ten, share)).toBeGreaterThan(exact * 0.94)
    expect(percentileMs(ten, share)).toBeLessThan(exact * 1.06)
  }
})

it('is null without calls', () => {
  expect(percentileMs(new Map(), 0.5)).toBeNull()
})

it('is one millisecond for shorter durations, and for negative ones by the clock', async () => {
  expect(percentileMs(await countLatencies([0, 0.5, -3]), 1)).toBe(1)
})
