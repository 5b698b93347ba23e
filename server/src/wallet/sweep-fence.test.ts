import { randomUUIDv7 } from 'node:crypto'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Lease, takeLease } from '../instance/lease.ts'
import { createPayer } from '../testing/scenes/create-payer.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { auditDatabase } from './audit.ts'
import { createSweeper } from './create-sweeper.ts'
import { createDebit, type Debit } from './debit.ts'
import type { SweepPause } from './read-sweep-pause.ts'
import { readWallet } from './read-wallet.ts'
import { sweepCharges } from './sweep-charges.ts'

/** Short, since PostgreSQL itself must have been up for as long. */
const LEASE_MS = 50
const HOUR_MS = 3_600_000

let test: TestDatabase
let accountId: string
/** The process that sweeps: alive, and its lease renewed without a gap for an hour. */
let sweeper: Lease
/** A process that another one may take for dead. */
let other: Lease
beforeEach(async () => {
  test = await createTestDatabase()
  accountId = (await createPayer(test.database, '1')).accountId
  sweeper = await takeLease(test.database, { leaseMs: HOUR_MS })
  other = await takeLease(test.database, { leaseMs: HOUR_MS })
  await shift('instance.renewed_since', '-1 hour')
})
afterEach(async () => {
  expect(await auditDatabase(test.connection)).toEqual([])
  await test.drop()
})

const shift = (column: 'instance.renewed_since' | 'open_charge.created_at', by: string) => {
  const [table, name] = column.split('.')
  return test.database.query(`update ${table} set ${name} = ${name} + interval '${by}'`)
}
const lapse = ({ instanceId }: Lease) =>
  test.database.query(
    `update instance set lease_until = clock_timestamp() - interval '1 minute' where id = $1`,
    [instanceId],
  )
const debitOf = (more: Partial<Debit> = {}): Debit => ({
  chargeId: randomUUIDv7(),
  accountId,
  keyId: null,
  tool: 'answer',
  effort: null,
  costUnits: 1n,
  holdMs: HOUR_MS,
  instanceId: other.instanceId,
  ...more,
})
/** Holds charges that are older than a lease. */
async function holdOld(items: readonly Debit[] = [debitOf()]): Promise<void> {
  const debit = createDebit(test.database)
  await Promise.all(items.map(item => debit(item)))
  await shift('open_charge.created_at', '-1 hour')
}
const balance = async () => (await readWallet(test.database, accountId)).balanceUnits
const sweep = (leaseMs = LEASE_MS) =>
  sweepCharges(test.database, { instanceId: sweeper.instanceId, leaseMs, mostShare: 0.5 })

describe('the living declared dead: a sweeper', () => {
  it('refunds the held charges of a process whose lease has lapsed', async () => {
    await holdOld()
    expect(await sweep()).toBe(0)
    await lapse(other)
    expect(await sweep()).toBe(1)
    expect(await balance()).toBe(10_000_000n)
  })

  it('declares nobody dead until it has itself renewed without a gap for a whole lease', async () => {
    await holdOld()
    await lapse(other)
    await lapse(sweeper)
    expect(await sweep()).toBe(0)
    await sweeper.renew()
    // If the renewal had not restarted the time, half an hour would remain.
    await shift('instance.renewed_since', '30 minutes')
    expect(await sweep()).toBe(0)
    await shift('instance.renewed_since', '-1 hour')
    expect(await sweep()).toBe(1)
  })

  it('declares nobody dead until PostgreSQL has been up for a whole lease', async () => {
    const yearMs = 365 * 24 * HOUR_MS
    await holdOld()
    await lapse(other)
    await shift('instance.renewed_since', '-10 years')
    await shift('open_charge.created_at', '-10 years')
    expect(await sweep(yearMs)).toBe(0)
    expect(await sweep()).toBe(1)
  })

  it('takes the creation of a charge as a sign of life', async () => {
    await holdOld()
    await lapse(other)
    await shift('open_charge.created_at', '2 hours')
    expect(await sweep()).toBe(0)
    await shift('open_charge.created_at', '-2 hours')
    expect(await sweep()).toBe(1)
  })

  it('refunds at once the held charges of a process that is certainly gone', async () => {
    await createDebit(test.database)(debitOf())
    await lapse(sweeper)
    await other.release()
    expect(await sweep(HOUR_MS)).toBe(1)
  })

  it('refunds at the deadline, however short a time it has been alive', async () => {
    await createDebit(test.database)(debitOf({ holdMs: 0 }))
    await lapse(sweeper)
    expect(await sweep(HOUR_MS)).toBe(1)
  })
})

describe('the living declared dead: a debit', () => {
  const open = () => createDebit(test.database, { leaseFence: true })

  it('debits nothing while the lease of its process has lapsed, and succeeds once it is renewed', async () => {
    const item = debitOf()
    await lapse(other)
    expect(await open()(item)).toMatchObject({ outcome: 'lease_expired', chargeState: null })
    expect(await balance()).toBe(10_000_000n)
    await other.renew()
    expect(await open()(item)).toMatchObject({ outcome: 'admitted' })
    expect(await balance()).toBe(9_999_999n)
  })

  it('debits nothing for a process that has no lease', async () => {
    expect(await open()(debitOf({ instanceId: randomUUIDv7() }))).toMatchObject({
      outcome: 'lease_expired',
    })
    expect(await balance()).toBe(10_000_000n)
  })

  it('that was committed before the lapse is found when it is sent again', async () => {
    const item = debitOf()
    await open()(item)
    await lapse(other)
    expect(await open()(item)).toMatchObject({ outcome: 'replayed', chargeState: 'held' })
  })
})

describe('mass refunds', () => {
  const hundred = (more: Partial<Debit> = {}) => Array.from({ length: 100 }, () => debitOf(more))
  const endPause = () =>
    test.database.query(`update sweep_pause set paused_until = clock_timestamp()`)

  it('pause for one lease, are reported once, and then go on', async () => {
    const pauses: SweepPause[] = []
    const { instanceId } = sweeper
    const round = createSweeper(test.database, {
      ...{ instanceId, leaseMs: HOUR_MS, mostShare: 0.5 },
      onPause: pause => pauses.push(pause),
    })
    await holdOld(hundred({ holdMs: 0 }))
    await round()
    await round()
    expect(await balance()).toBe(9_999_900n)
    expect(pauses).toEqual([{ pausedUntil: expect.any(Date), charges: 100, units: 100n }])
    await endPause()
    await round()
    expect(await balance()).toBe(10_000_000n)
    expect(pauses).toHaveLength(1)
  })

  it('pause at lapsed leases, as after a failover', async () => {
    await holdOld(hundred())
    await lapse(other)
    expect(await sweep()).toBe(0)
    expect(await waitFor('the end of the pause', () => sweep())).toBe(100)
  })

  it('that return no more than the share of all held money do not pause', async () => {
    await holdOld([...hundred(), ...hundred({ instanceId: sweeper.instanceId })])
    await lapse(other)
    expect(await sweep()).toBe(100)
  })

  it('of a few calls do not pause', async () => {
    await holdOld(hundred().slice(1))
    await lapse(other)
    expect(await sweep()).toBe(99)
  })

  it('of a process that is certainly gone do not pause', async () => {
    await holdOld(hundred())
    await other.release()
    expect(await sweep()).toBe(100)
  })
})
