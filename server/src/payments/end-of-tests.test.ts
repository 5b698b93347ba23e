import { afterEach, beforeEach, expect, it } from 'vitest'
import { takeLease } from '../instance/lease.ts'
import {
  openPaymentScene,
  type PaymentScene,
  UNITS_PER_CENT,
} from '../testing/scenes/payment-scene.ts'
import { auditDatabase } from '../wallet/audit.ts'
import { creditWallet } from '../wallet/credit-wallet.ts'
import { listMovements } from '../wallet/list-movements.ts'
import { withdrawTestCredit } from './withdraw-test-credit.ts'

let scene: PaymentScene
let accountId: string
beforeEach(async () => {
  // Stripe's test mode, whose payments, refunds and disputes are no real money.
  scene = await openPaymentScene({ livemode: false })
  accountId = await scene.createAccount()
})
afterEach(async () => {
  expect(await auditDatabase(scene.connection)).toEqual([])
  await scene.close()
})

const units = (cents: number) => cents * UNITS_PER_CENT
const credit = (cents: number) =>
  creditWallet(scene.database, {
    accountId,
    units: BigInt(units(cents)),
    reason: 'real',
    reference: crypto.randomUUID(),
  })
const dispute = (sessionId: string) => scene.stripe.books.dispute(sessionId, { amount: 1_000 })

it('removes the debt and the freeze that a test left, even if its credit is spent', async () => {
  const { sessionId } = await scene.rechargePaid(accountId)
  await scene.spend(accountId, 1_000)
  await scene.tell(dispute(sessionId).event)
  expect(await scene.wallet(accountId)).toMatchObject({
    debt_units: units(1_000),
    account_state: 'frozen',
  })
  await withdrawTestCredit(scene.database)
  expect(await scene.wallet(accountId)).toMatchObject({
    balance_units: 0,
    debt_units: 0,
    account_state: 'active',
  })
  await credit(700)
  expect(await withdrawTestCredit(scene.database)).toBe(0n)
  expect(await scene.wallet(accountId)).toMatchObject({ balance_units: units(700) })
})

it('lifts the freeze of a dispute that has taken test credit alone', async () => {
  const { sessionId } = await scene.rechargePaid(accountId)
  await scene.tell(dispute(sessionId).event)
  await withdrawTestCredit(scene.database)
  expect(await scene.wallet(accountId)).toMatchObject({ balance_units: 0, account_state: 'active' })
})

it('returns real money that a test has taken, from the wallet or for a debt', async () => {
  await credit(400)
  const { sessionId } = await scene.rechargePaid(accountId)
  await scene.spend(accountId, 1_000)
  await scene.tell(scene.stripe.books.refund(sessionId, 1_000).event)
  await credit(100)
  expect(await scene.wallet(accountId)).toMatchObject({
    balance_units: 0,
    debt_units: units(500),
  })
  await withdrawTestCredit(scene.database)
  expect(await scene.wallet(accountId)).toMatchObject({
    balance_units: units(500),
    debt_units: 0,
    account_state: 'active',
  })
  const { movements } = await listMovements(scene.database, { accountId })
  expect(movements.slice(0, 2)).toMatchObject([
    { kind: 'debt_settled', units: units(-500) },
    { kind: 'credit', units: units(1_000), reason: expect.stringContaining('test payments') },
  ])
})

it('does not restore a test’s debt that was paid with test credit', async () => {
  const { sessionId } = await scene.rechargePaid(accountId)
  await scene.spend(accountId, 1_000)
  await scene.tell(scene.stripe.books.refund(sessionId, 1_000).event)
  await scene.rechargePaid(accountId)
  expect(await scene.wallet(accountId)).toMatchObject({ balance_units: 0, debt_units: 0 })
  await withdrawTestCredit(scene.database)
  expect(await scene.wallet(accountId)).toMatchObject({ balance_units: 0, debt_units: 0 })
})

it('keeps a real debt', async () => {
  await scene.database.query(`select take_from_wallet($1, $2, 'closure', null)`, [
    accountId,
    units(300),
  ])
  const { sessionId } = await scene.rechargePaid(accountId)
  await scene.tell(scene.stripe.books.refund(sessionId, 1_000).event)
  await withdrawTestCredit(scene.database)
  expect(await scene.wallet(accountId)).toMatchObject({
    balance_units: 0,
    debt_units: units(300),
    account_state: 'frozen',
  })
})

it('lets no test take or freeze anything while calls cost real money', async () => {
  const { sessionId } = await scene.rechargePaid(accountId)
  await takeLease(scene.database, { leaseMs: 60_000, costsMoney: true })
  await withdrawTestCredit(scene.database)
  await credit(700)
  await expect(scene.tell(dispute(sessionId).event)).rejects.toMatchObject({
    name: 'TestMoneyRefused',
  })
  expect(await scene.wallet(accountId)).toMatchObject({
    balance_units: units(700),
    account_state: 'active',
  })
})
