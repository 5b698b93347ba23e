import type { Database } from '@footnote/platform/database/connect'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { recentStatus } from './recent-status.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

function watchQueries() {
  const watched = { queries: 0, isBroken: false }
  const query = async (...input: Parameters<Database['query']>) => {
    watched.queries += 1
    if (watched.isBroken) throw new Error('the connection broke')
    return test.database.query(...input)
  }
  return { watched, database: { query: query as Database['query'] } }
}

it('is read once for concurrent requests, and again after a moment', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { watched, database } = watchQueries()
  const ask = () => recentStatus(database, { period: 'month' })
  await Promise.all(Array.from({ length: 20 }, ask))
  const once = watched.queries
  vi.advanceTimersByTime(14_000)
  await ask()
  expect(watched.queries).toBe(once)
  await recentStatus(database, { period: 'day' })
  expect(watched.queries).toBe(2 * once)
  vi.advanceTimersByTime(2_000)
  await Promise.all([ask(), ask()])
  expect(watched.queries).toBe(3 * once)
})

it('is not cached if reading failed', async () => {
  const { watched, database } = watchQueries()
  watched.isBroken = true
  await expect(recentStatus(database, { period: 'day' })).rejects.toThrow('the connection broke')
  watched.isBroken = false
  expect((await recentStatus(database, { period: 'day' })).times).toHaveLength(24)
})
