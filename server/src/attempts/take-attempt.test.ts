import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ApiError } from '../api-error.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { attemptLimits } from './attempt-limits.ts'
import { countAttempt, takeAttempt } from './take-attempt.ts'

const KIND = 'passwordOfMember'
const { most, windowMs } = attemptLimits[KIND]

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const count = (name: string) => countAttempt(test.database, KIND, name)
const end = (name: string) =>
  test.database.query(
    `update attempt set ends_at = clock_timestamp() where bucket like '%' || $1`,
    [name],
  )

it('allows exactly as many attempts as the table says, even at once', async () => {
  const name = randomUUID()
  const waits = await Promise.all(Array.from({ length: most + 5 }, () => count(name)))
  expect(waits.filter(seconds => seconds === 0)).toHaveLength(most)
  for (const seconds of waits) expect(seconds).toBeLessThanOrEqual(windowMs / 1_000)
})

it('refuses one too many with the time until the next', async () => {
  const name = randomUUID()
  for (let made = 0; made < most; made += 1) await takeAttempt(test.database, KIND, name)
  const refused = await takeAttempt(test.database, KIND, name).catch(error => error)
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused.code).toBe('TOO_MANY_ATTEMPTS')
  expect(refused.retryAfterSeconds).toBeGreaterThan(0)
})

it('never names a wait longer than the window, also after waiting for another attempt', async () => {
  const take = {
    text: 'select take_attempt($1, 0, 1000) as seconds',
    values: [randomUUID()],
  }
  const first = await test.database.connect()
  await first.query('begin')
  await first.query('lock table attempt')
  const late = test.database.query(take)
  await waitFor('the other to wait', async () => {
    const { rows } = await test.database.query(
      `select 1 from pg_locks where not granted and relation = 'attempt'::regclass`,
    )
    return rows.length > 0
  })
  // Begins its window after the other has read the clock.
  await first.query(take)
  await first.query('commit')
  first.release()
  expect((await late).rows).toEqual([{ seconds: 1 }])
})

it('does not prolong the wait for refused attempts, and allows all again after it', async () => {
  const name = randomUUID()
  for (let made = 0; made < most + 20; made += 1) await count(name)
  await end(name)
  for (let made = 0; made < most; made += 1) expect(await count(name)).toBe(0)
  expect(await count(name)).toBeGreaterThan(0)
})

it('counts each name separately', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  for (let made = 0; made <= most; made += 1) await count(one)
  expect(await count(other)).toBe(0)
})

it('deletes windows that are over', async () => {
  const name = randomUUID()
  await count(name)
  await end(name)
  await count(randomUUID())
  const { rows } = await test.database.query(
    `select bucket from attempt where bucket like '%' || $1`,
    [name],
  )
  expect(rows).toEqual([])
})
