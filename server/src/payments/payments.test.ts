import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  openPaymentScene,
  type PaymentScene,
  UNITS_PER_CENT,
} from '../testing/scenes/payment-scene.ts'
import { auditDatabase } from '../wallet/audit.ts'
import { creditWallet } from '../wallet/credit-wallet.ts'
import { listMovements } from '../wallet/list-movements.ts'

let scene: PaymentScene
let accountId: string
beforeAll(async () => {
  scene = await openPaymentScene()
})
afterAll(() => scene.close())
beforeEach(async () => {
  accountId = await scene.createAccount()
  scene.stripe.interfere = () => 'serve'
  scene.stripe.requests.length = 0
  scene.faults.length = 0
  scene.alerts.length = 0
})
afterEach(async () => {
  expect(await auditDatabase(scene.connection)).toEqual([])
})

const running = new AbortController().signal
const units = (cents: number) => cents * UNITS_PER_CENT
const kinds = async () => {
  const { movements } = await listMovements(scene.database, { accountId })
  return movements.map(({ kind, units, balance_units }) => [kind, units, balance_units])
}
/** Long enough ago for a page to ask again. */
const letTimePass = (paymentId: string) =>
  scene.database.query(`update payment set checked_at = '-infinity' where id = $1`, [paymentId])
const look = async (paymentId: string) => {
  await letTimePass(paymentId)
  return scene.payments.findPayment({ accountId, paymentId })
}

describe('a recharge', () => {
  it('is refused below 10 USD, above the limit and for fractions, before Stripe is asked', async () => {
    for (const cents of [999, 1_000_001, 1_000.5, -1_000, Number.NaN]) {
      await expect(scene.recharge(accountId, cents)).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
      })
    }
    expect(scene.stripe.requests).toEqual([])
    expect(await scene.payments.listPayments(accountId)).toEqual([])
  })

  it('asks Stripe for this amount in dollars, under its own id', async () => {
    const { paymentId, sessionId } = await scene.recharge(accountId, 2_500)
    expect(scene.stripe.books.sessions.get(sessionId)).toMatchObject({
      amount_total: 2_500,
      currency: 'usd',
      client_reference_id: paymentId,
      success_url: `http://127.0.0.1:8787/wallet?payment=${paymentId}`,
    })
    expect(scene.stripe.requests).toMatchObject([{ method: 'POST', idempotencyKey: paymentId }])
    expect(await scene.payments.findPayment({ accountId, paymentId })).toMatchObject({
      state: 'open',
      asked_units: units(2_500),
      credited_units: 0,
      receipt_number: null,
      is_test: true,
      url: scene.stripe.books.sessions.get(sessionId)?.url,
    })
  })

  it('is shown to its own account alone', async () => {
    const { paymentId } = await scene.rechargePaid(accountId)
    const stranger = await scene.createAccount()
    expect(await scene.payments.findPayment({ accountId: stranger, paymentId })).toBeUndefined()
    expect(await scene.payments.listPayments(stranger)).toEqual([])
    expect(await scene.payments.listPayments(accountId)).toMatchObject([{ payment_id: paymentId }])
  })

  it('creates one session even if Stripe’s first reply was lost', async () => {
    let isFirst = true
    scene.stripe.interfere = () => {
      const fate = isFirst ? 'lose' : 'serve'
      isFirst = false
      return fate
    }
    const before = scene.stripe.books.sessions.size
    await scene.recharge(accountId)
    expect(scene.stripe.books.sessions.size).toBe(before + 1)
  })

  it('reports that Stripe is unavailable, and is still credited if it is paid', async () => {
    scene.stripe.interfere = () => 'lose'
    await expect(scene.recharge(accountId)).rejects.toMatchObject({ code: 'PAYMENTS_UNAVAILABLE' })
    scene.stripe.interfere = () => 'serve'
    const session = [...scene.stripe.books.sessions.values()].at(-1)
    await scene.tell(scene.stripe.books.pay(session?.id ?? ''))
    expect(await scene.wallet(accountId)).toMatchObject({ balance_units: units(1_000) })
    expect(await scene.payments.listPayments(accountId)).toMatchObject([{ state: 'paid' }])
  })

  it('is limited in number', async () => {
    await scene.database.query(
      `insert into payment (id, account_id, provider, is_test, asked_units)
       select gen_random_uuid(), $1, 'stripe', true, 1 from generate_series(1, 20)`,
      [accountId],
    )
    await expect(scene.recharge(accountId)).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
  })
})

describe('a payment', () => {
  it('is credited once by duplicate and concurrent webhooks, the page and reconciliation', async () => {
    const { paymentId, sessionId } = await scene.recharge(accountId)
    const event = scene.stripe.books.pay(sessionId)
    await letTimePass(paymentId)
    await Promise.all([
      ...Array.from({ length: 6 }, () => scene.tell(event)),
      scene.payments.findPayment({ accountId, paymentId }),
      scene.payments.reconcile(running),
    ])
    await scene.tell(event)
    expect(await kinds()).toEqual([['recharge', units(1_000), units(1_000)]])
    expect(await scene.payments.findPayment({ accountId, paymentId })).toMatchObject({
      state: 'paid',
      credited_units: units(1_000),
      receipt_number: expect.stringMatching(/^FN-\d{6}-0001$/),
      paid_at: expect.any(String),
      url: null,
    })
  })

  it('is found by the page without a webhook', async () => {
    const { paymentId, sessionId } = await scene.recharge(accountId)
    scene.stripe.books.pay(sessionId)
    expect(await look(paymentId)).toMatchObject({ state: 'paid' })
    expect(await scene.wallet(accountId)).toMatchObject({ balance_units: units(1_000) })
  })

  it('is found by reconciliation without a webhook, and so are its refund and dispute', async () => {
    const { sessionId } = await scene.recharge(accountId)
    scene.stripe.books.pay(sessionId)
    await scene.payments.reconcile(running)
    expect(await scene.wallet(accountId)).toMatchObject({ balance_units: units(1_000) })
    scene.stripe.books.refund(sessionId, 300)
    const { disputeId } = scene.stripe.books.dispute(sessionId, { amount: 700 })
    await scene.payments.reconcile(running)
    expect(await scene.wallet(accountId)).toMatchObject({
      balance_units: 0,
      account_state: 'frozen',
    })
    scene.stripe.books.decideDispute(disputeId, 'won')
    await scene.payments.reconcile(running)
    expect(await scene.wallet(accountId)).toMatchObject({
      balance_units: units(700),
      account_state: 'active',
    })
  })

  it('is credited once when several instances reconcile at once', async () => {
    const started = await Promise.all([1, 2, 3].map(() => scene.recharge(accountId)))
    for (const { sessionId } of started) scene.stripe.books.pay(sessionId)
    await Promise.all([1, 2, 3].map(() => scene.payments.reconcile(running)))
    expect(await scene.wallet(accountId)).toMatchObject({ balance_units: units(3_000) })
  })

  it('does not make every page view ask Stripe', async () => {
    const { paymentId } = await scene.recharge(accountId)
    await look(paymentId)
    scene.stripe.requests.length = 0
    await Promise.all([1, 2, 3].map(() => scene.payments.findPayment({ accountId, paymentId })))
    expect(scene.stripe.requests).toEqual([])
  })

  it('is shown as last known while Stripe is away', async () => {
    const { paymentId } = await scene.recharge(accountId)
    scene.stripe.interfere = () => 'refuse'
    expect(await look(paymentId)).toMatchObject({ state: 'open' })
    expect(scene.faults).toHaveLength(1)
  })

  it('credits the amount that Stripe received, not the amount requested', async () => {
    const { paymentId, sessionId } = await scene.recharge(accountId, 5_000)
    await scene.tell(scene.stripe.books.pay(sessionId, { amount: 1_234 }))
    expect(await scene.payments.findPayment({ accountId, paymentId })).toMatchObject({
      asked_units: units(5_000),
      credited_units: units(1_234),
    })
    expect(await scene.wallet(accountId)).toMatchObject({ balance_units: units(1_234) })
  })

  it('in another currency is not credited, and is reported each day until it was paid back', async () => {
    const { paymentId, sessionId } = await scene.recharge(accountId)
    await scene.tell(scene.stripe.books.pay(sessionId, { currency: 'jpy' }))
    expect(await kinds()).toEqual([])
    const alert = { payment_id: paymentId, kind: 'currency' }
    expect(scene.alerts).toEqual([alert])
    // Its event has been read, and is not the reason for asking again.
    const nextDay = async () => {
      scene.stripe.books.events.length = 0
      scene.alerts.length = 0
      await scene.database.query(
        `update payment set checked_at = checked_at - interval '25 hours' where id = $1`,
        [paymentId],
      )
      await scene.payments.reconcile(running)
    }
    await nextDay()
    expect(scene.alerts).toEqual([alert])
    scene.stripe.books.refund(sessionId, 1_000)
    await nextDay()
    expect(scene.alerts).toEqual([])
    scene.stripe.requests.length = 0
    await nextDay()
    expect(scene.stripe.requests.filter(({ path }) => path.includes(sessionId))).toEqual([])
    expect(await kinds()).toEqual([])
  })

  it('of another mode in its own session is reported and not credited', async () => {
    const { paymentId, sessionId } = await scene.recharge(accountId)
    const { books } = scene.stripe
    const own = books.sessions.get(sessionId)
    if (!own) throw new Error('no session')
    books.sessions.set(sessionId, { ...own, livemode: true })
    await scene.tell(books.pay(sessionId))
    expect(scene.alerts).toEqual([{ payment_id: paymentId, kind: 'mode' }])
    expect(await kinds()).toEqual([])
  })

  it('is reported and kept if it was credited with another amount than Stripe has now', async () => {
    const { paymentId, sessionId } = await scene.rechargePaid(accountId)
    const { books } = scene.stripe
    const intent = books.intents.get(books.sessions.get(sessionId)?.payment_intent ?? '')
    if (!intent) throw new Error('no intent')
    intent.amount_received = 900
    await scene.tell(books.refund(sessionId, 100).event)
    expect(scene.alerts).toEqual([{ payment_id: paymentId, kind: 'amount' }])
    expect(await scene.wallet(accountId)).toMatchObject({ balance_units: units(900) })
  })

  it('that cannot be booked delays no other, and is booked once it can be', async () => {
    const rich = await scene.createAccount()
    const most = 9_007_199_254_740_991n
    await creditWallet(scene.database, {
      accountId: rich,
      units: most,
      reason: 'x',
      reference: rich,
    })
    const { sessionId } = await scene.recharge(rich)
    scene.stripe.books.pay(sessionId)
    // This payment is known by its event alone, since the reply that created it was lost.
    scene.stripe.interfere = ({ method }) => (method === 'POST' ? 'lose' : 'serve')
    await expect(scene.recharge(accountId)).rejects.toThrow()
    scene.stripe.interfere = () => 'serve'
    scene.stripe.books.pay([...scene.stripe.books.sessions.values()].at(-1)?.id ?? '')
    scene.faults.length = 0
    await scene.payments.reconcile(running)
    expect(await scene.wallet(accountId)).toMatchObject({ balance_units: units(1_000) })
    expect(scene.faults).toMatchObject([{ code: '23514' }])
    // Its event is no longer read; the failure is stored separately.
    scene.stripe.books.events.length = 0
    await scene.spend(rich, 2_000)
    await scene.payments.reconcile(running)
    expect(await scene.wallet(rich)).toMatchObject({
      balance_units: Number(most) - units(1_000),
    })
    const { rowCount } = await scene.database.query('select from payment_subject')
    expect(rowCount).toBe(0)
  })

  it('ignores the amounts and owners in a signed event', async () => {
    const other = await scene.createAccount()
    const [mine, theirs] = [await scene.recharge(accountId), await scene.recharge(other)]
    const event = scene.stripe.books.pay(mine.sessionId)
    const session = { ...event.data.object, amount_total: 99_000_000 }
    await scene.tell({
      ...event,
      data: {
        object: {
          ...session,
          client_reference_id: theirs.paymentId,
          metadata: { footnote_payment_id: theirs.paymentId },
        },
      },
    })
    expect(await scene.wallet(accountId)).toMatchObject({ balance_units: units(1_000) })
    expect(await scene.wallet(other)).toMatchObject({ balance_units: 0 })
  })

  it('accepts only the session that was created for it', async () => {
    const { paymentId } = await scene.recharge(accountId)
    const fields = {
      // A payment link of the same Stripe account could name it like this.
      client_reference_id: paymentId,
      metadata: {},
      customer_email: null,
      savesCard: false,
      currency: 'usd',
      amount_total: 100_000,
      success_url: '',
      cancel_url: '',
    }
    const foreign = scene.stripe.books.openSession(fields)
    const forged = scene.stripe.books.openSession({
      ...fields,
      metadata: { footnote_payment_id: paymentId },
    })
    await scene.tell(scene.stripe.books.pay(foreign.id))
    await scene.tell(scene.stripe.books.pay(forged.id))
    expect(await kinds()).toEqual([])
  })

  it('without a known session accepts none that differs in name or mode', async () => {
    const { paymentId, sessionId } = await scene.recharge(accountId)
    await scene.database.query('update payment set session_ref = null where id = $1', [paymentId])
    const { books } = scene.stripe
    const own = books.sessions.get(sessionId)
    if (!own) throw new Error('no session')
    const strays = [
      { ...own, id: 'cs_of_another_name', client_reference_id: crypto.randomUUID() },
      { ...own, id: 'cs_of_another_mode', livemode: true },
    ]
    for (const stray of strays) {
      books.sessions.set(stray.id, stray)
      await scene.tell(books.pay(stray.id))
      books.sessions.delete(stray.id)
    }
    // So that reconciliation in other tests does not ask for missing objects.
    books.events.splice(-strays.length)
    expect(await kinds()).toEqual([])
    expect(scene.alerts).toEqual([
      { payment_id: paymentId, kind: 'session' },
      { payment_id: paymentId, kind: 'mode' },
    ])
    await scene.tell(books.pay(sessionId))
    expect(await kinds()).toEqual([['recharge', units(1_000), units(1_000)]])
  })

  it('by a slow method is credited when it succeeds and fails when it fails', async () => {
    const [good, bad] = [await scene.recharge(accountId), await scene.recharge(accountId)]
    for (const { sessionId } of [good, bad]) {
      await scene.tell(scene.stripe.books.pay(sessionId, { later: true }))
    }
    expect(await look(good.paymentId)).toMatchObject({ state: 'processing', url: null })
    await scene.tell(scene.stripe.books.finish(good.sessionId, 'succeeded'))
    await scene.tell(scene.stripe.books.finish(bad.sessionId, 'failed'))
    expect(await scene.payments.listPayments(accountId)).toMatchObject([
      { payment_id: bad.paymentId, state: 'failed', credited_units: 0 },
      { payment_id: good.paymentId, state: 'paid', credited_units: units(1_000) },
    ])
  })

  it('whose session expires is expired', async () => {
    const { paymentId, sessionId } = await scene.recharge(accountId)
    await scene.tell(scene.stripe.books.expire(sessionId))
    expect(await scene.payments.findPayment({ accountId, paymentId })).toMatchObject({
      state: 'expired',
    })
  })

  it('for a closed account is booked and stays visible', async () => {
    const { sessionId } = await scene.recharge(accountId)
    await scene.database.query(`update account set state = 'closed' where id = $1`, [accountId])
    await scene.tell(scene.stripe.books.pay(sessionId))
    expect(await scene.wallet(accountId)).toMatchObject({
      balance_units: units(1_000),
      account_state: 'closed',
    })
    expect(await scene.spend(accountId, 1)).toBe('account_closed')
    // The operator gets a report, and pays it back.
    expect(await auditDatabase(scene.connection)).toMatchObject([
      { rule: 'a closed account holds nothing', subject: accountId },
    ])
    await scene.tell(scene.stripe.books.refund(sessionId, 1_000).event)
    expect(await auditDatabase(scene.connection)).toEqual([])
  })

  it('ignores a reply of Stripe that is older than the stored state', async () => {
    const { paymentId, sessionId } = await scene.rechargePaid(accountId)
    const old = Promise.withResolvers<void>()
    let isHeld = false
    scene.stripe.interfere = ({ path }) => {
      if (!path.startsWith('/v1/refunds') || isHeld) return 'serve'
      isHeld = true
      return old.promise
    }
    const late = scene.tell({ ...first(), id: 'evt_late' })
    await expect.poll(() => isHeld).toBe(true)
    const { event } = scene.stripe.books.refund(sessionId, 400)
    await scene.tell(event)
    expect(await scene.wallet(accountId)).toMatchObject({ balance_units: units(600) })
    old.resolve()
    await late
    expect(await kinds()).toEqual([
      ['payment_refunded', units(-400), units(600)],
      ['recharge', units(1_000), units(1_000)],
    ])
    expect(await scene.payments.findPayment({ accountId, paymentId })).toMatchObject({
      refunded_units: units(400),
    })

    function first() {
      const event = scene.stripe.books.events.find(
        ({ data }) => 'id' in data.object && data.object.id === sessionId,
      )
      if (!event) throw new Error('no event')
      return event
    }
  })
})

describe('money returned to the payer', () => {
  it('by a refund leaves the wallet; a shortfall is owed, freezes the account, and is paid by the next recharge', async () => {
    const { paymentId, sessionId } = await scene.rechargePaid(accountId)
    expect(await scene.spend(accountId, 800)).toBe('admitted')
    await scene.tell(scene.stripe.books.refund(sessionId, 1_000).event)
    expect(await scene.wallet(accountId)).toMatchObject({
      balance_units: 0,
      debt_units: units(800),
      account_state: 'frozen',
      frozen_because: expect.stringContaining('you owe $8.00'),
    })
    expect(await scene.spend(accountId, 1)).toBe('account_frozen')
    await scene.rechargePaid(accountId, 2_000)
    expect(await scene.wallet(accountId)).toMatchObject({
      balance_units: units(1_200),
      debt_units: 0,
      account_state: 'active',
      frozen_because: null,
    })
    expect(await kinds()).toEqual([
      ['debt_settled', units(-800), units(1_200)],
      ['recharge', units(2_000), units(2_000)],
      ['payment_refunded', units(-200), 0],
      ['charge', units(-800), units(200)],
      ['recharge', units(1_000), units(1_000)],
    ])
    expect(await scene.payments.findPayment({ accountId, paymentId })).toMatchObject({
      state: 'paid',
      refunded_units: units(1_000),
    })
  })

  it('in parts is taken in parts, in any order of reports', async () => {
    const { sessionId } = await scene.rechargePaid(accountId)
    const events = [300, 200, 500].map(cents => scene.stripe.books.refund(sessionId, cents).event)
    for (const event of events.reverse()) await scene.tell(event)
    expect(await kinds()).toEqual([
      ['payment_refunded', units(-1_000), 0],
      ['recharge', units(1_000), units(1_000)],
    ])
  })

  it('by a refund that could not be delivered comes back', async () => {
    const { sessionId } = await scene.rechargePaid(accountId)
    const { refundId, event } = scene.stripe.books.refund(sessionId, 400)
    await scene.tell(event)
    await scene.tell(scene.stripe.books.failRefund(refundId))
    await scene.tell(event)
    expect(await kinds()).toEqual([
      ['credit', units(400), units(1_000)],
      ['payment_refunded', units(-400), units(600)],
      ['recharge', units(1_000), units(1_000)],
    ])
  })

  it('by a dispute freezes spending until it is decided, even without a debt', async () => {
    const { sessionId } = await scene.rechargePaid(accountId)
    await scene.rechargePaid(accountId, 2_000)
    const { disputeId, event } = scene.stripe.books.dispute(sessionId, { amount: 1_000 })
    await scene.tell(event)
    expect(await scene.wallet(accountId)).toMatchObject({
      balance_units: units(2_000),
      debt_units: 0,
      account_state: 'frozen',
      frozen_because: expect.stringContaining('disputed'),
    })
    expect(await scene.spend(accountId, 1)).toBe('account_frozen')
    await scene.tell(scene.stripe.books.decideDispute(disputeId, 'lost'))
    expect(await scene.wallet(accountId)).toMatchObject({
      balance_units: units(2_000),
      account_state: 'active',
    })
    expect(await scene.spend(accountId, 1)).toBe('admitted')
  })

  it('by a dispute that is won after part was spent is restored completely', async () => {
    const { sessionId } = await scene.rechargePaid(accountId)
    await scene.spend(accountId, 600)
    const { disputeId, event } = scene.stripe.books.dispute(sessionId, { amount: 1_000 })
    await scene.tell(event)
    expect(await scene.wallet(accountId)).toMatchObject({
      balance_units: 0,
      debt_units: units(600),
    })
    await scene.tell(scene.stripe.books.decideDispute(disputeId, 'won'))
    expect(await scene.wallet(accountId)).toMatchObject({
      balance_units: units(400),
      debt_units: 0,
      account_state: 'active',
    })
    expect((await kinds()).slice(0, 2)).toEqual([
      ['debt_settled', units(-600), units(400)],
      ['dispute_won', units(1_000), units(1_000)],
    ])
  })

  it('by several disputes of one payment is taken for each; an inquiry takes and freezes nothing', async () => {
    const { sessionId } = await scene.rechargePaid(accountId)
    const inquiry = scene.stripe.books.dispute(sessionId, {
      amount: 1_000,
      status: 'warning_needs_response',
    })
    await scene.tell(inquiry.event)
    expect(await scene.wallet(accountId)).toMatchObject({
      balance_units: units(1_000),
      account_state: 'active',
    })
    const disputes = [200, 300].map(amount => scene.stripe.books.dispute(sessionId, { amount }))
    for (const { event } of disputes) await scene.tell(event)
    expect(await scene.wallet(accountId)).toMatchObject({ balance_units: units(500) })
    await scene.tell(scene.stripe.books.decideDispute(disputes[0]?.disputeId ?? '', 'won'))
    expect(await scene.wallet(accountId)).toMatchObject({
      balance_units: units(700),
      account_state: 'frozen',
    })
    await scene.tell(scene.stripe.books.decideDispute(disputes[1]?.disputeId ?? '', 'lost'))
    expect(await scene.wallet(accountId)).toMatchObject({
      balance_units: units(700),
      account_state: 'active',
    })
  })

  it('by refunds and disputes together is never more than was credited', async () => {
    const { paymentId, sessionId } = await scene.rechargePaid(accountId)
    await scene.tell(scene.stripe.books.refund(sessionId, 700).event)
    const { disputeId, event } = scene.stripe.books.dispute(sessionId, { amount: 1_000 })
    await scene.tell(event)
    expect(await scene.wallet(accountId)).toMatchObject({ balance_units: 0, debt_units: 0 })
    expect(await scene.payments.findPayment({ accountId, paymentId })).toMatchObject({
      refunded_units: units(700),
      disputed_units: units(300),
    })
    await scene.tell(scene.stripe.books.decideDispute(disputeId, 'won'))
    expect(await scene.wallet(accountId)).toMatchObject({
      balance_units: units(300),
      account_state: 'active',
    })
  })

  it('reported before the payment itself is booked with it', async () => {
    const { sessionId } = await scene.recharge(accountId)
    scene.stripe.books.pay(sessionId)
    await scene.tell(scene.stripe.books.refund(sessionId, 250).event)
    expect(await kinds()).toEqual([
      ['payment_refunded', units(-250), units(750)],
      ['recharge', units(1_000), units(1_000)],
    ])
  })

  it('never lifts an admin’s freeze', async () => {
    const { sessionId } = await scene.rechargePaid(accountId)
    await scene.database.query(`update account set state = 'frozen' where id = $1`, [accountId])
    const { disputeId, event } = scene.stripe.books.dispute(sessionId, { amount: 1_000 })
    await scene.tell(event)
    await scene.tell(scene.stripe.books.decideDispute(disputeId, 'won'))
    expect(await scene.wallet(accountId)).toMatchObject({
      account_state: 'frozen',
      frozen_because: expect.stringContaining('operator'),
    })
  })

  it('is collected from calls that are refunded later', async () => {
    const { sessionId } = await scene.rechargePaid(accountId)
    const chargeId = crypto.randomUUID()
    await scene.database.query(
      `select * from debit_charges(array[$1::uuid], array[$2::uuid], array[null::uuid],
         array['answer'], array[null::text], array[$3::bigint], array[60000::bigint],
         array[$1::uuid], array[null::bigint], array[null::integer], array[null::boolean])`,
      [chargeId, accountId, units(900)],
    )
    await scene.tell(scene.stripe.books.refund(sessionId, 1_000).event)
    expect(await scene.wallet(accountId)).toMatchObject({
      debt_units: units(900),
      held_units: units(900),
    })
    await scene.database.query(
      `select * from settle_charges(array[$1::uuid], array[$2::uuid], array['refunded'::charge_state],
         array['task_failed'], array[false], null, null)`,
      [chargeId, accountId],
    )
    await scene.payments.reconcile(running)
    expect(await scene.wallet(accountId)).toMatchObject({
      balance_units: 0,
      debt_units: 0,
      account_state: 'active',
    })
  })
})

describe('a webhook', () => {
  it('with a forged, missing or late signature is refused and moves nothing', async () => {
    const { sessionId } = await scene.recharge(accountId)
    const event = scene.stripe.books.pay(sessionId)
    const hourAgo = Math.floor(Date.now() / 1_000) - 3_600
    const good = scene.stripe.sign(event)
    const bad = [
      scene.stripe.sign(event, { secret: 'whsec_of_somebody_else' }),
      scene.stripe.sign(event, { timestamp: hourAgo }),
      { ...good, signature: undefined },
      { ...good, body: Buffer.from(good.body.toString().replace('1000', '9000')) },
    ]
    for (const webhook of bad) {
      await expect(scene.payments.receiveWebhook(webhook)).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
      })
    }
    expect(await kinds()).toEqual([])
  })

  it('of an unrelated kind, or of another’s sale, is accepted and does nothing', async () => {
    const foreign = scene.stripe.books.openSession({
      client_reference_id: null,
      metadata: {},
      customer_email: null,
      savesCard: false,
      currency: 'usd',
      amount_total: 5_000,
      success_url: '',
      cancel_url: '',
    })
    const event = scene.stripe.books.pay(foreign.id)
    await scene.tell(event)
    await scene.tell(scene.stripe.books.refund(foreign.id, 100).event)
    await scene.tell({ ...event, type: 'customer.created' })
    expect(scene.faults).toEqual([])
  })

  it('of the other mode moves nothing and is reported', async () => {
    const { sessionId } = await scene.recharge(accountId)
    await scene.tell({ ...scene.stripe.books.pay(sessionId), livemode: true })
    expect(await kinds()).toEqual([])
    expect(scene.faults).toHaveLength(1)
  })

  it('is refused while Stripe cannot be asked, and books when it is sent again', async () => {
    const { sessionId } = await scene.recharge(accountId)
    const event = scene.stripe.books.pay(sessionId)
    scene.stripe.interfere = () => 'refuse'
    await expect(scene.tell(event)).rejects.toThrow()
    scene.stripe.interfere = () => 'serve'
    await scene.tell(event)
    expect(await scene.wallet(accountId)).toMatchObject({ balance_units: units(1_000) })
  })

  it('books once if the database’s reply to the credit was lost', async () => {
    const { sessionId } = await scene.recharge(accountId)
    const event = scene.stripe.books.pay(sessionId)
    const withheld = scene.proxy.withholdReply('apply_payment')
    const told = scene.tell(event)
    ;(await withheld).lose()
    await told
    expect(await kinds()).toEqual([['recharge', units(1_000), units(1_000)]])
  })

  it('is refused when the database fails right after the credit, and books nothing twice', async () => {
    const { sessionId } = await scene.recharge(accountId)
    const event = scene.stripe.books.pay(sessionId)
    const withheld = scene.proxy.withholdReply('apply_payment')
    const told = scene.tell(event)
    await withheld
    scene.proxy.cut()
    await expect(told).rejects.toThrow()
    scene.proxy.mend()
    await waitFor('the webhook to be taken when it is sent again', () =>
      scene.tell(event).then(
        () => true,
        () => false,
      ),
    )
    expect(await kinds()).toEqual([['recharge', units(1_000), units(1_000)]])
  })
})
