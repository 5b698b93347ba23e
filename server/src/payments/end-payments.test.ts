import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { closeAccount } from '../accounts/accounts.ts'
import {
  openPaymentScene,
  type PaymentScene,
  UNITS_PER_CENT,
} from '../testing/scenes/payment-scene.ts'
import { auditDatabase } from '../wallet/audit.ts'

let scene: PaymentScene
let accountId: string
beforeAll(async () => {
  scene = await openPaymentScene({ livemode: true })
})
afterAll(() => scene.close())
beforeEach(async () => {
  accountId = await scene.createAccount()
  scene.stripe.interfere = () => 'serve'
})

const close = () => closeAccount(scene.database, { accountId, shownUnits: 0n })
const end = () => scene.payments.endPayments(accountId)
const running = { code: 'PAYMENTS_RUNNING' }
const states = async () => (await scene.payments.listPayments(accountId)).map(({ state }) => state)

it('an open payment prevents closing until its session is over at Stripe', async () => {
  const { sessionId } = await scene.recharge(accountId)
  expect(await close()).toBe('payments_running')
  await end()
  expect(scene.stripe.books.sessions.get(sessionId)?.status).toBe('expired')
  expect(await states()).toEqual(['expired'])
  expect(await close()).toBe('closed')
})

it('a payment in progress prevents closing until it has ended, and is not lost', async () => {
  const { sessionId } = await scene.recharge(accountId)
  await scene.tell(scene.stripe.books.pay(sessionId, { later: true }))
  await expect(end()).rejects.toMatchObject(running)
  expect(await close()).toBe('payments_running')
  await scene.tell(scene.stripe.books.finish(sessionId, 'succeeded'))
  expect(await close()).toBe('balance_changed')
  expect(await scene.wallet(accountId)).toMatchObject({ balance_units: 1_000 * UNITS_PER_CENT })
})

it('credits a payment made without a webhook, which changes the balance to be confirmed', async () => {
  const { sessionId } = await scene.recharge(accountId)
  scene.stripe.books.pay(sessionId)
  await end()
  expect(await states()).toEqual(['paid'])
  expect(await close()).toBe('balance_changed')
})

it('ends nothing while Stripe is away, and loses nothing if its reply was lost', async () => {
  const { sessionId } = await scene.recharge(accountId)
  scene.stripe.interfere = () => 'refuse'
  await expect(end()).rejects.toMatchObject(running)
  // Simulates a process that dies once the session is over.
  scene.stripe.interfere = ({ method }) => (method === 'POST' ? 'lose' : 'refuse')
  await expect(end()).rejects.toMatchObject(running)
  expect(scene.stripe.books.sessions.get(sessionId)?.status).toBe('expired')
  expect(await states()).toEqual(['open'])
  expect(await close()).toBe('payments_running')
  scene.stripe.interfere = () => 'serve'
  await end()
  expect(await close()).toBe('closed')
})

it('does not return a payment that is just beginning', async () => {
  const made = Promise.withResolvers<void>()
  scene.stripe.interfere = () => made.promise
  const recharging = scene.recharge(accountId)
  await expect.poll(states).toEqual(['open'])
  scene.stripe.interfere = () => 'serve'
  await end()
  expect(await close()).toBe('closed')
  made.resolve()
  await expect(recharging).rejects.toMatchObject({ code: 'PAYMENTS_UNAVAILABLE' })
  expect([...scene.stripe.books.sessions.values()].at(-1)?.status).toBe('expired')
})

it('begins none on a closed account, even while it is being closed', async () => {
  const closing = await scene.database.connect()
  await closing.query('begin')
  await closing.query('select close_account($1, 0)', [accountId])
  const recharging = scene.recharge(accountId)
  recharging.catch(() => {})
  await expect
    .poll(async () => {
      const { rowCount } = await scene.database.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into payment%'
           and datname = current_database()`,
      )
      return rowCount
    })
    .toBe(1)
  await closing.query('commit')
  closing.release()
  await expect(recharging).rejects.toMatchObject({ code: 'SIGNED_OUT' })
  expect(await states()).toEqual([])
})

it('just ends a test payment or one of another mode, and waits for real money that cannot be checked', async () => {
  const begin = (provider: string, isTest: boolean, state: string) =>
    scene.database.query(
      `insert into payment (id, account_id, provider, is_test, asked_units, state, session_ref)
       values (gen_random_uuid(), $1, $2, $3, 1, $4, gen_random_uuid())`,
      [accountId, provider, isTest, state],
    )
  await begin('test', true, 'open')
  await begin('stripe', true, 'processing')
  await end()
  expect(await states()).toEqual(['expired', 'expired'])
  // A session that Stripe does not know.
  await begin('stripe', false, 'open')
  await expect(end()).rejects.toMatchObject(running)
})

it('keeps a frozen account, which would otherwise leave its debt behind', async () => {
  const { sessionId } = await scene.rechargePaid(accountId)
  await scene.spend(accountId, 1_000)
  const { disputeId, event } = scene.stripe.books.dispute(sessionId, { amount: 1_000 })
  await scene.tell(event)
  expect(await close()).toBe('frozen')
  await scene.tell(scene.stripe.books.decideDispute(disputeId, 'won'))
  expect(await close()).toBe('closed')
  expect(await auditDatabase(scene.connection)).toEqual([])
})
