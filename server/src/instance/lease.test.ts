import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { forgetOldLeases, type Lease, takeLease } from './lease.ts'

let test: TestDatabase
beforeEach(async () => {
  test = await createTestDatabase()
})
afterEach(() => test.drop())

const count = async () => (await test.database.query('select from instance')).rowCount
const sleepForDays = () =>
  test.database.query(`update instance set lease_until = lease_until - interval '3 days'`)

it('is renewed while it is held, and gone once it is released', async () => {
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

/** A process that has renewed its lease without a gap for an hour. */
async function takeOldLease(): Promise<Lease> {
  const lease = await takeLease(test.database, { leaseMs: 60_000 })
  await test.database.query(
    `update instance set renewed_since = renewed_since - interval '1 hour' where id = $1`,
    [lease.instanceId],
  )
  return lease
}

it('is deleted long after it ran out, and taken again by a process that was only paused', async () => {
  const lease = await takeLease(test.database, { leaseMs: 1_000 })
  await sleepForDays()
  await forgetOldLeases(test.database, await takeOldLease())
  expect(await count()).toBe(1)
  await lease.renew()
  expect(await count()).toBe(2)
})

it('of a process whose calls cost real money is never deleted, so no test credit comes in behind it', async () => {
  await takeLease(test.database, { leaseMs: 1_000, costsMoney: true })
  await sleepForDays()
  await forgetOldLeases(test.database, await takeOldLease())
  expect(await count()).toBe(2)
})

it('ends tests again if its row was deleted by hand, until that succeeds', async () => {
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

describe('the living declared dead', () => {
  it('is deleted by no process that has just taken or renewed its own after a gap', async () => {
    await takeLease(test.database, { leaseMs: 1_000 })
    const lapsed = await takeOldLease()
    await sleepForDays()
    await forgetOldLeases(test.database, lapsed)
    await lapsed.renew()
    await forgetOldLeases(test.database, lapsed)
    await forgetOldLeases(test.database, await takeLease(test.database, { leaseMs: 1_000 }))
    expect(await count()).toBe(3)
  })

  it('is renewed once for concurrent callers', async () => {
    const { database } = test
    let queries = 0
    const query = (...input: Parameters<typeof database.query>) => {
      queries += 1
      return database.query(...input)
    }
    const counting = { query: query as typeof database.query } as typeof database
    const lease = await takeLease(counting, { leaseMs: 60_000 })
    queries = 0
    await Promise.all([lease.renew(), lease.renewLapsed(), lease.renewLapsed()])
    expect(queries).toBe(1)
    await lease.renewLapsed()
    expect(queries).toBe(2)
  })

  describe('by the process’s own clock', () => {
    const leaseMs = 60_000
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['performance'] })
      onTestFinished(() => void vi.useRealTimers())
    })

    it('a lease surely holds for its length after the start of the last renewal', async () => {
      const lease = await takeLease(test.database, { leaseMs })
      expect(lease.holdsUntil()).toBe(performance.now() + leaseMs)
      vi.advanceTimersByTime(20_000)
      await lease.renew()
      expect(lease.holdsUntil()).toBe(performance.now() + leaseMs)
    })

    it('a lease that the database reports as lapsed holds again only once it is renewed', async () => {
      const lease = await takeLease(test.database, { leaseMs })
      const renewed = lease.renewLapsed()
      expect(lease.holdsUntil()).toBeLessThan(performance.now())
      await renewed
      expect(lease.holdsUntil()).toBe(performance.now() + leaseMs)
    })

    it('a charge is ours for one lease, and longer while the lease is renewed without a gap', async () => {
      const lease = await takeLease(test.database, { leaseMs })
      const isOurs = lease.startClaim()
      for (let renewal = 0; renewal < 5; renewal += 1) {
        vi.advanceTimersByTime(leaseMs - 1)
        expect(isOurs()).toBe(true)
        await lease.renew()
      }
      vi.advanceTimersByTime(leaseMs)
      expect(isOurs()).toBe(false)
    })

    it('a charge from before a lapse is not ours again after the renewal', async () => {
      const lapses: string[] = []
      const lease = await takeLease(test.database, { leaseMs, onLapse: () => lapses.push('told') })
      const isOurs = lease.startClaim()
      vi.advanceTimersByTime(leaseMs)
      await lease.renew()
      expect(lease.holdsUntil()).toBeGreaterThan(performance.now())
      expect(isOurs()).toBe(false)
      expect(lease.startClaim()()).toBe(true)
      expect(lapses).toEqual(['told'])
    })

    it('nor if only the database’s clock noticed the lapse', async () => {
      const lease = await takeLease(test.database, { leaseMs })
      const isOurs = lease.startClaim()
      vi.advanceTimersByTime(leaseMs - 1)
      await sleepForDays()
      await lease.renew()
      expect(isOurs()).toBe(true)
      vi.advanceTimersByTime(1)
      expect(isOurs()).toBe(false)
    })
  })
})
