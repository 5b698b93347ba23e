import type { Database } from '@footnote/platform/database/connect'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { adjustWallet, COMMAND_LINE } from '../admin/actions.ts'
import { takeLease } from '../instance/lease.ts'
import { createPayer } from '../testing/scenes/create-payer.ts'
import { holdLock } from '../testing/scenes/hold-lock.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { auditDatabase } from '../wallet/audit.ts'
import { creditWallet } from '../wallet/credit-wallet.ts'
import { createDebit } from '../wallet/debit.ts'
import { listMovements } from '../wallet/list-movements.ts'
import { readSiteWallet } from '../wallet/read-site-wallet.ts'
import { createSettle } from '../wallet/settle.ts'
import { createPayments } from './create-payments.ts'
import type { Payments } from './payments.ts'
import { withdrawTestCredit } from './withdraw-test-credit.ts'

let test: TestDatabase
let database: Database
let payments: Payments
let accountId: string
beforeEach(async () => {
  test = await createTestDatabase()
  database = test.database
  payments = createPayments({ database, reportFault, alert }, { kind: 'test' })
  accountId = (await createPayer(database, '0')).accountId
})
afterEach(async () => {
  expect(await auditDatabase(test.connection)).toEqual([])
  await test.drop()
})

function reportFault(error: unknown): never {
  throw error
}

function alert(): never {
  throw new Error('nothing is to be alerted of')
}

const USD = 10_000_000
const LEASE = { leaseMs: 60_000, costsMoney: true }
const start = async (usd = 10) => {
  const options = { accountId, email: '', amountCents: usd * 100, origin: 'http://localhost:8787' }
  return (await payments.startRecharge(options)).payment_id
}
const pay = (paymentId: string) => payments.payTest({ accountId, paymentId, outcome: 'pay' })
const balance = async () => {
  const { balance_units, debt_units } = await readSiteWallet(database, accountId)
  return { balance: balance_units / USD, debt: debt_units / USD }
}
const hold = async (usd: number, instanceId: string = crypto.randomUUID()) => {
  const chargeId = crypto.randomUUID()
  const { outcome } = await createDebit(database)({
    chargeId,
    accountId,
    keyId: null,
    tool: 'answer',
    effort: null,
    costUnits: BigInt(usd * USD),
    holdMs: 60_000,
    instanceId,
  })
  expect(outcome).toBe('admitted')
  return chargeId
}
const spend = async (usd: number) =>
  createSettle(database)({ chargeId: await hold(usd), accountId, outcome: 'captured' })
const credit = (usd: number) =>
  creditWallet(database, {
    accountId,
    units: BigInt(usd * USD),
    reason: 'by the operator',
    reference: crypto.randomUUID(),
  })

const adjust = (usd: number) =>
  adjustWallet(
    database,
    { actionId: crypto.randomUUID(), operator: COMMAND_LINE, reason: 'correction' },
    { accountId, units: BigInt(usd * USD) },
  )

describe('a test payment', () => {
  it('is paid once, on its own page, and marked as a test', async () => {
    const options = { accountId, email: '', amountCents: 1_000, origin: 'http://localhost:8787' }
    const { payment_id: paymentId, url } = await payments.startRecharge(options)
    expect(url).toBe(`http://localhost:8787/wallet/test-payment/${paymentId}`)
    const paid = await Promise.allSettled(Array.from({ length: 5 }, () => pay(paymentId)))
    expect(paid).toContainEqual(
      expect.objectContaining({
        value: expect.objectContaining({ state: 'paid', is_test: true, credited_units: 10 * USD }),
      }),
    )
    await expect(pay(paymentId)).rejects.toMatchObject({ code: 'PAYMENT_CLOSED' })
    expect(await balance()).toEqual({ balance: 10, debt: 0 })
  })

  it('that is declined brings nothing', async () => {
    const paymentId = await start()
    const declined = await payments.payTest({ accountId, paymentId, outcome: 'decline' })
    expect(declined).toMatchObject({ state: 'failed', credited_units: 0 })
    await expect(pay(paymentId)).rejects.toMatchObject({ code: 'PAYMENT_CLOSED' })
    expect(await balance()).toEqual({ balance: 0, debt: 0 })
  })

  it('cannot be paid by another account', async () => {
    const stranger = (await createPayer(database, '0')).accountId
    const paymentId = await start()
    await expect(
      payments.payTest({ accountId: stranger, paymentId, outcome: 'pay' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('cannot be paid if payments are Stripe’s or none, even if it was begun before', async () => {
    const paymentId = await start()
    const stripe = { url: 'http://127.0.0.1:1', apiKey: 'sk_live_x', webhookSecret: 'x' }
    for (const options of [{ kind: 'none' }, { kind: 'stripe', stripe }] as const) {
      const others = createPayments({ database, reportFault, alert }, options)
      await expect(others.payTest({ accountId, paymentId, outcome: 'pay' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    }
  })

  it('is refused while a process has a lease whose calls cost real money', async () => {
    const paymentId = await start()
    const lease = await takeLease(database, LEASE)
    await expect(pay(paymentId)).rejects.toMatchObject({ code: 'PAYMENTS_UNAVAILABLE' })
    expect(await balance()).toEqual({ balance: 0, debt: 0 })
    await lease.release()
    await pay(paymentId)
    expect(await balance()).toEqual({ balance: 10, debt: 0 })
  })

  it('in progress when such a process starts is withdrawn too', async () => {
    const paymentId = await start()
    // The start has already searched for such processes and found none.
    const lock = await holdLock(test.connection, 'lock table movement in exclusive mode')
    const paid = pay(paymentId)
    await lock.somebodyWaits()
    await takeLease(database, LEASE)
    const withdrawn = withdrawTestCredit(database)
    await waitFor('the withdrawal to wait for it', async () => {
      const { rowCount } = await database.query(
        `select from pg_locks where locktype = 'advisory' and not granted`,
      )
      return rowCount === 1
    })
    await lock.release()
    await Promise.all([paid, withdrawn])
    expect(await balance()).toEqual({ balance: 0, debt: 0 })
  })
})

describe('once calls cost real money', () => {
  it('removes remaining test credit, once, and nothing else', async () => {
    await credit(5)
    await pay(await start(20))
    await spend(8)
    expect(await withdrawTestCredit(database)).toBe(BigInt(12 * USD))
    expect(await withdrawTestCredit(database)).toBe(0n)
    expect(await balance()).toEqual({ balance: 5, debt: 0 })
    const { movements } = await listMovements(database, { accountId })
    expect(movements[0]).toMatchObject({ kind: 'withdrawal', units: -12 * USD })
  })

  it('does not count spending before the test credit as spending of it', async () => {
    await credit(50)
    await spend(40)
    await pay(await start(20))
    await withdrawTestCredit(database)
    expect(await balance()).toEqual({ balance: 10, debt: 0 })
  })

  it('restores a real debt that was paid with test credit', async () => {
    await credit(10)
    await spend(10)
    await database.query(`select take_from_wallet($1, $2, 'closure', null)`, [accountId, 7 * USD])
    await database.query('select collect_debt($1)', [accountId])
    await pay(await start(10))
    expect(await balance()).toEqual({ balance: 3, debt: 0 })
    await withdrawTestCredit(database)
    expect(await balance()).toEqual({ balance: 0, debt: 7 })
  })

  it('ignores an admin’s credit that was debited again', async () => {
    await pay(await start(10))
    await adjust(10)
    await adjust(-10)
    expect(await withdrawTestCredit(database)).toBe(BigInt(10 * USD))
    expect(await balance()).toEqual({ balance: 0, debt: 0 })
  })

  it('an admin’s debit takes real money first, then test credit', async () => {
    await pay(await start(10))
    await credit(3)
    await adjust(-7)
    expect(await withdrawTestCredit(database)).toBe(BigInt(6 * USD))
    expect(await balance()).toEqual({ balance: 0, debt: 0 })
  })

  it('an admin’s debit takes no test credit that a call holds, or that paid a debt', async () => {
    await credit(10)
    await spend(10)
    await database.query(`select take_from_wallet($1, $2, 'closure', null)`, [accountId, 2 * USD])
    await database.query('select collect_debt($1)', [accountId])
    await pay(await start(10))
    const chargeId = await hold(8)
    await adjust(5)
    await adjust(-5)
    await createSettle(database)({ chargeId, accountId, outcome: 'refunded', cause: 'task_failed' })
    expect(await balance()).toEqual({ balance: 8, debt: 0 })
    await withdrawTestCredit(database)
    expect(await balance()).toEqual({ balance: 0, debt: 2 })
  })

  it('refuses to start while test credit pays for an open call', async () => {
    await pay(await start())
    const { instanceId } = await takeLease(database, LEASE)
    const chargeId = await hold(3, instanceId)
    await expect(withdrawTestCredit(database)).rejects.toThrow(/calls .* have not ended yet \(1\)/)
    expect(await balance()).toEqual({ balance: 7, debt: 0 })
    const settle = createSettle(database)
    await settle({ chargeId, accountId, outcome: 'refunded', cause: 'task_failed' })
    await withdrawTestCredit(database)
    expect(await balance()).toEqual({ balance: 0, debt: 0 })
  })

  it('refuses to start while a process with free calls is alive', async () => {
    await pay(await start())
    // It might later refund a call that test credit paid for, after the start has removed all test
    // credit.
    const free = await takeLease(database, { leaseMs: 60_000 })
    await expect(withdrawTestCredit(database)).rejects.toThrow(
      /services whose calls are free .* \(1\)/,
    )
    expect(await balance()).toEqual({ balance: 10, debt: 0 })
    await free.release()
    await withdrawTestCredit(database)
    expect(await balance()).toEqual({ balance: 0, debt: 0 })
  })

  it('starts if no test payment was ever made', async () => {
    await credit(5)
    await start()
    await hold(3, (await takeLease(database, { leaseMs: 60_000 })).instanceId)
    expect(await withdrawTestCredit(database)).toBe(0n)
    expect(await balance()).toEqual({ balance: 2, debt: 0 })
  })

  it('the living declared dead: a start leaves others’ held charges alone if the database missed their leases', async () => {
    await credit(5)
    const { instanceId } = await takeLease(database, { leaseMs: 60_000 })
    await hold(3, instanceId)
    await database.query('update instance set lease_until = clock_timestamp()')
    await withdrawTestCredit(database)
    expect(await balance()).toEqual({ balance: 2, debt: 0 })
  })

  it('refunds the open call of a dead process first, which then prevents nothing', async () => {
    await pay(await start())
    await hold(3)
    await withdrawTestCredit(database)
    expect(await balance()).toEqual({ balance: 0, debt: 0 })
  })
})
