import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type HeldLock, holdLock } from '../testing/scenes/hold-lock.ts'
import {
  openPaymentScene,
  type PaymentScene,
  UNITS_PER_CENT,
} from '../testing/scenes/payment-scene.ts'
import { auditDatabase } from '../wallet/audit.ts'

const PROCESS = join(import.meta.dirname, '../testing/processes/recharge-process.ts')

let scene: PaymentScene
let accountId: string
const children: ChildProcess[] = []
beforeAll(async () => {
  scene = await openPaymentScene()
})
beforeEach(async () => {
  accountId = await scene.createAccount()
  await scene.rechargeAutomatically(accountId)
  await scene.spend(accountId, 1_600)
})
afterEach(async () => {
  scene.stripe.interfere = () => 'serve'
  expect(await auditDatabase(scene.connection)).toEqual([])
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await scene.close()
})

/** A process that makes the recharges that are due. */
function spawnProcess(): { kill(): Promise<void>; ended: Promise<unknown> } {
  const options = { databaseUrl: scene.proxy.url, stripe: scene.stripe.config }
  const child = spawn(process.execPath, [PROCESS, JSON.stringify(options)], { stdio: 'inherit' })
  children.push(child)
  const ended = once(child, 'close')
  return {
    ended,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

const { signal } = new AbortController()
/** A later round of all background work, when every pause is over. */
async function carryOn(): Promise<void> {
  await scene.database.query(
    `update payment set checked_at = clock_timestamp() - interval '2 minutes' where account_id = $1`,
    [accountId],
  )
  await scene.database.query('update recharge_due set due_at = clock_timestamp()')
  await scene.payments.reconcile(signal)
  await scene.payments.rechargeDue(signal)
}
const charges = () =>
  [...scene.stripe.books.intents.values()].filter(
    ({ metadata, customer, amount_received }) =>
      customer !== null && amount_received === 1_000 && metadata['footnote_payment_id'],
  )
const automatic = async () =>
  (await scene.payments.listPayments(accountId)).filter(({ is_automatic }) => is_automatic)

/** One charge at Stripe, one credit here, one receipt, and nothing left to do. */
async function expectOneRecharge(chargesBefore: number): Promise<void> {
  await carryOn()
  await carryOn()
  expect(charges().length - chargesBefore).toBe(1)
  const paid = (await automatic()).filter(({ state }) => state === 'paid')
  expect(paid.map(({ credited_units }) => credited_units)).toEqual([1_000 * UNITS_PER_CENT])
  expect((await scene.wallet(accountId)).balance_units).toBe(1_400 * UNITS_PER_CENT)
  expect((await automatic()).filter(({ state }) => state === 'open')).toEqual([])
}

/** Resolves when Stripe has performed a request, and withholds its reply. */
function withholdStripe(method: string, path: RegExp): Promise<{ send(): void }> {
  return new Promise(reached => {
    scene.stripe.interfere = request => {
      if (request.method !== method || !path.test(request.path)) return 'serve'
      const { promise, resolve } = Promise.withResolvers<void>()
      reached({ send: resolve })
      return promise
    }
  })
}

it('recharges once after a kill before the payment was written', async () => {
  const before = charges().length
  const lock = await holdLock(scene.connection, lockWallet())
  const child = spawnProcess()
  await lock.somebodyWaits()
  await child.kill()
  await lock.nobodyWaits()
  await lock.release()
  expect(await automatic()).toEqual([])
  await expectOneRecharge(before)
})

it('recharges once after a kill between the payment’s row and the request to Stripe', async () => {
  const before = charges().length
  const begun = scene.proxy.withholdReply('begin_auto_recharge')
  const child = spawnProcess()
  await begun
  await child.kill()
  expect(await automatic()).toMatchObject([{ state: 'open', reference: null }])
  await expectOneRecharge(before)
})

it('recharges once after a kill while Stripe is asked for an earlier charge', async () => {
  const before = charges().length
  const asked = withholdStripe('GET', /^\/v1\/payment_intents/)
  const child = spawnProcess()
  await asked
  await child.kill()
  scene.stripe.interfere = () => 'serve'
  await expectOneRecharge(before)
})

it('finds the charge and does not repeat it after a kill before Stripe’s reply', async () => {
  const before = charges().length
  const charged = withholdStripe('POST', /^\/v1\/payment_intents$/)
  const child = spawnProcess()
  await charged
  await child.kill()
  scene.stripe.interfere = () => 'serve'
  const posts = () =>
    scene.stripe.requests.filter(
      ({ method, path }) => method === 'POST' && path === '/v1/payment_intents',
    ).length
  const sent = posts()
  expect(charges().length - before).toBe(1)
  expect(await automatic()).toMatchObject([{ state: 'open', credited_units: 0 }])
  await expectOneRecharge(before)
  expect(posts()).toBe(sent)
})

it('credits once after a kill before the credit was committed', async () => {
  const before = charges().length
  const charged = withholdStripe('POST', /^\/v1\/payment_intents$/)
  const child = spawnProcess()
  const reply = await charged
  const lock = await holdLock(scene.connection, lockWallet())
  reply.send()
  await lock.somebodyWaits()
  await child.kill()
  await lock.nobodyWaits()
  await lock.release()
  expect(await automatic()).toMatchObject([{ state: 'open', credited_units: 0 }])
  await expectOneRecharge(before)
})

it('credits once after a kill between the credit and its reply', async () => {
  const before = charges().length
  const credited = scene.proxy.withholdReply('apply_payment')
  const child = spawnProcess()
  await credited
  await child.kill()
  await expectOneRecharge(before)
})

it('recharges once when two instances find the balance low at once', async () => {
  const before = charges().length
  const processes = [spawnProcess(), spawnProcess()]
  await Promise.all(processes.map(({ ended }) => ended))
  expect(charges().length - before).toBe(1)
  await expectOneRecharge(before)
})

it('charges nothing after a kill if its owner has turned it off before Stripe was asked', async () => {
  const before = charges().length
  const begun = scene.proxy.withholdReply('begin_auto_recharge')
  const child = spawnProcess()
  await begun
  await child.kill()
  await scene.payments.setAutoRecharge({ accountId, settings: null })
  await carryOn()
  expect(charges().length - before).toBe(0)
  expect(await automatic()).toMatchObject([{ state: 'expired', credited_units: 0 }])
})

const rechargeDue = () => scene.payments.rechargeDue(signal).catch(() => undefined)

it.each(['begin_auto_recharge', 'apply_payment'])(
  'recharges once if the database’s reply to %s is lost',
  async statement => {
    const before = charges().length
    const withheld = scene.proxy.withholdReply(statement)
    const round = rechargeDue()
    const reply = await withheld
    reply.lose()
    await round
    await expectOneRecharge(before)
  },
)

it('recharges once if the database fails while the payment is written', async () => {
  const before = charges().length
  const lock = await holdLock(scene.connection, lockWallet())
  const round = rechargeDue()
  await lock.somebodyWaits()
  await failDatabase(lock)
  await round
  await expectOneRecharge(before)
})

it('recharges once if the database fails while Stripe charges or during the credit', async () => {
  const before = charges().length
  const charged = withholdStripe('POST', /^\/v1\/payment_intents$/)
  const round = rechargeDue()
  const reply = await charged
  const lock = await holdLock(scene.connection, lockWallet())
  reply.send()
  await lock.somebodyWaits()
  await failDatabase(lock)
  await round
  await expectOneRecharge(before)
})

const lockWallet = () => `select from wallet where account_id = '${accountId}' for update`
/** Ends every connection before what waits for the lock is committed. */
async function failDatabase(lock: HeldLock): Promise<void> {
  scene.proxy.cut()
  await lock.nobodyWaits()
  await lock.release()
  scene.proxy.mend()
}
