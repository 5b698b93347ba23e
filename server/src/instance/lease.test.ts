import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { forgetOldLeases, takeLease } from './lease.ts'

let test: TestDatabase
beforeEach(async () => {
  test = await createTestDatabase()
})
afterEach(() => test.drop())

const count = async () => (await test.database.query('select from instance')).rowCount
const sleepForDays = () =>
  test.database.query(`update instance set lease_until = lease_until - interval '3 days'`)

it('a lease is renewed while it is held, and gone when it is released', async () => {
  const lease = await takeLease(test.database, { leaseMs: 1_000 })
  await sleepForDays()
  await lease.renew()
  const { rows } = await test.database.query(
    'select id, lease_until > clock_timestamp() as holds from instance',
  )
  expect(rows).toEqual([{ id: lease.instanceId, holds: true }])
  await lease.release()
  expect(await count()).toBe(0)
})

it('an old lease is forgotten, and taken again by a process that was only paused', async () => {
  const lease = await takeLease(test.database, { leaseMs: 1_000 })
  await sleepForDays()
  await forgetOldLeases(test.database)
  expect(await count()).toBe(0)
  await lease.renew()
  expect(await count()).toBe(1)
})

it('a process whose calls cost real money is never forgotten, so that no test comes in behind it', async () => {
  await takeLease(test.database, { leaseMs: 1_000, costsMoney: true })
  await sleepForDays()
  await forgetOldLeases(test.database)
  expect(await count()).toBe(1)
})

it('where its row was deleted by hand, tests are ended once more, until that succeeds', async () => {
  const seen: string[] = []
  const lease = await takeLease(test.database, {
    leaseMs: 1_000,
    costsMoney: true,
    async endTests() {
      const { rows } = await test.database.query('select costs_money from instance')
      expect(rows).toEqual([{ costs_money: true }])
      seen.push('asked')
      if (seen.length === 1) throw new Error('not yet')
    },
  })
  await lease.renew()
  expect(seen).toEqual([])
  await test.database.query('delete from instance')
  await expect(lease.renew()).rejects.toThrow('not yet')
  await lease.renew()
  await lease.renew()
  expect(seen).toEqual(['asked', 'asked'])
})
