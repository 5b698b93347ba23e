import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeAccount } from '../../accounts/accounts.ts'
import { setMailChoice } from '../../notices/mail-choices.ts'
import {
  openPaymentScene,
  type PaymentScene,
  UNITS_PER_CENT,
} from '../../testing/scenes/payment-scene.ts'
import { auditDatabase } from '../../wallet/audit.ts'
import { mailRecharges } from './mail-recharges.ts'

let scene: PaymentScene
let accountId: string
beforeAll(async () => {
  scene = await openPaymentScene()
})
beforeEach(async () => {
  accountId = await scene.createAccount()
  await scene.database.query(
    `with owner as (
       insert into auth_user (id, email, email_verified)
       select gen_random_uuid(), email, true from account where id = $1 returning id
     )
     update account set user_id = owner.id from owner where account.id = $1`,
    [accountId],
  )
})
afterEach(async () => {
  scene.stripe.books.cardFate = 'succeeded'
  scene.stripe.interfere = () => 'serve'
  expect(await auditDatabase(scene.connection)).toEqual([])
})
afterAll(() => scene.close())

const { signal } = new AbortController()
const rechargeDue = () => scene.payments.rechargeDue(signal)
/** The next round, after the pause that a failure or a payment under way makes. */
async function rechargeLater(): Promise<void> {
  await scene.database.query('update recharge_due set due_at = clock_timestamp()')
  await rechargeDue()
}
const cents = async () => (await scene.wallet(accountId)).balance_units / UNITS_PER_CENT
const settings = () => scene.payments.readAutoRecharge(accountId)
const automatic = async () =>
  (await scene.payments.listPayments(accountId)).filter(({ is_automatic }) => is_automatic)
const states = async () => (await automatic()).map(({ state }) => state)
async function mails(): Promise<{ subject: string; body: string }[]> {
  await mailRecharges(scene.database, { origin: () => 'https://footnote.example' })
  await mailRecharges(scene.database, { origin: () => 'https://footnote.example' })
  const { rows } = await scene.database.query<{ subject: string; body: string }>(
    `select subject, body from mail join account on account.email = mail.recipient
     where account.id = $1 order by mail.created_at, mail.id`,
    [accountId],
  )
  return rows
}

describe('a saved card', () => {
  it('is saved only if its owner asked for it, with its last four digits', async () => {
    await scene.rechargePaid(accountId)
    expect((await settings()).card).toBeNull()
    await scene.rechargeAutomatically(accountId)
    expect((await settings()).card).toEqual({
      brand: 'visa',
      last4: '4242',
      exp_month: 12,
      exp_year: 2030,
    })
  })

  it('stays removed, here and at Stripe, when its payment is read again', async () => {
    const before = scene.stripe.books.customers.size
    await scene.rechargeAutomatically(accountId)
    expect(scene.stripe.books.customers.size).toBe(before + 1)
    await scene.payments.removeCard(accountId)
    // Stripe is away, and then it is not.
    scene.stripe.interfere = () => 'refuse'
    await rechargeDue()
    scene.stripe.interfere = () => 'serve'
    await scene.database.query('update customer_removal set next_try_at = clock_timestamp()')
    await rechargeDue()
    expect(scene.stripe.books.customers.size).toBe(before)
    const [payment] = await scene.payments.listPayments(accountId)
    await scene.payments.checkPayment(payment?.payment_id ?? '')
    expect(await settings()).toMatchObject({ card: null, is_on: false })
  })

  it('is removed at Stripe when another replaces it', async () => {
    await scene.rechargeAutomatically(accountId)
    const before = scene.stripe.books.customers.size
    await scene.rechargeAutomatically(accountId)
    await rechargeDue()
    expect(scene.stripe.books.customers.size).toBe(before)
    expect((await settings()).card).not.toBeNull()
  })

  it('is removed with its account', async () => {
    const before = scene.stripe.books.customers.size
    await scene.rechargeAutomatically(accountId)
    const shownUnits = BigInt((await scene.wallet(accountId)).balance_units)
    expect(await closeAccount(scene.database, { accountId, shownUnits })).toBe('closed')
    await rechargeDue()
    expect(scene.stripe.books.customers.size).toBe(before)
    const { rowCount } = await scene.database.query(
      'select from saved_card where account_id = $1 union all select from auto_recharge where account_id = $1',
      [accountId],
    )
    expect(rowCount).toBe(0)
  })

  it('is required to turn automatic recharge on', async () => {
    await scene.rechargePaid(accountId)
    const wish = { below_cents: 500, amount_cents: 1_000, month_cap_cents: 3_000 }
    await expect(
      scene.payments.setAutoRecharge({ accountId, settings: wish }),
    ).rejects.toMatchObject({ code: 'NO_CARD' })
  })
})

describe('an automatic recharge', () => {
  it('is off by default, and happens once each time the balance falls below the mark', async () => {
    expect(await settings()).toMatchObject({ is_on: false, below_units: null })
    await scene.rechargeAutomatically(accountId)
    await rechargeDue()
    expect(await states()).toEqual([])
    await scene.spend(accountId, 1_501)
    await rechargeDue()
    await rechargeLater()
    expect(await cents()).toBe(499 + 1_000)
    expect(await states()).toEqual(['paid'])
    await scene.spend(accountId, 1_000)
    await rechargeLater()
    expect(await cents()).toBe(499 + 1_000)
    expect(await states()).toEqual(['paid', 'paid'])
    expect((await automatic()).map(({ receipt_number }) => receipt_number)).not.toContain(null)
  })

  it('happens at once if the balance is below the mark when it is turned on', async () => {
    await scene.rechargeAutomatically(accountId, { below_cents: 2_500, amount_cents: 2_500 })
    await rechargeDue()
    expect(await cents()).toBe(4_500)
  })

  it('is an event and leaves a receipt that is due', async () => {
    await scene.rechargeAutomatically(accountId)
    await scene.spend(accountId, 1_600)
    await rechargeDue()
    const [payment] = await automatic()
    const { rows } = await scene.database.query<{ body: string }>(
      `select body from event where account_id = $1 and kind = 'wallet.recharged' order by id desc limit 1`,
      [accountId],
    )
    expect(JSON.parse(rows[0]?.body ?? '').data).toEqual({
      payment_id: payment?.payment_id,
      credited_units: 1_000 * UNITS_PER_CENT,
    })
  })

  it('never exceeds the ceiling of a month, says so once, and goes on when it is raised', async () => {
    await scene.rechargeAutomatically(accountId, { month_cap_cents: 1_500 })
    await scene.spend(accountId, 1_600)
    await rechargeDue()
    await scene.spend(accountId, 1_400)
    await rechargeLater()
    await rechargeLater()
    expect(await states()).toEqual(['paid'])
    expect((await settings()).month_units).toBe(1_000 * UNITS_PER_CENT)
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Your monthly ceiling for automatic recharge is reached',
    ])
    await scene.payments.setAutoRecharge({
      accountId,
      settings: { below_cents: 500, amount_cents: 1_000, month_cap_cents: 2_000 },
    })
    await rechargeDue()
    expect(await states()).toEqual(['paid', 'paid'])
  })

  it('is found by the audit beyond the ceiling that it was begun under, and only then', async () => {
    await scene.rechargeAutomatically(accountId, { month_cap_cents: 2_000 })
    for (const cents of [1_600, 1_400]) {
      await scene.spend(accountId, cents)
      await rechargeLater()
    }
    expect(await states()).toEqual(['paid', 'paid'])
    await scene.payments.setAutoRecharge({
      accountId,
      settings: { below_cents: 500, amount_cents: 1_000, month_cap_cents: 1_000 },
    })
    expect(await auditDatabase(scene.connection)).toEqual([])
    const addToCap = (units: number) =>
      scene.database.query(
        'update payment set month_cap_units = month_cap_units + $2 where account_id = $1',
        [accountId, units],
      )
    await addToCap(-1)
    expect(await auditDatabase(scene.connection)).toMatchObject([
      { rule: 'automatic recharges of a month stay within the ceiling that they were begun under' },
    ])
    await addToCap(1)
  })

  it('does not exceed the ceiling when many rounds race', async () => {
    await scene.rechargeAutomatically(accountId, { month_cap_cents: 1_999 })
    await scene.spend(accountId, 1_600)
    await Promise.all(Array.from({ length: 6 }, rechargeDue))
    await scene.spend(accountId, 1_400)
    await scene.database.query('update recharge_due set due_at = clock_timestamp()')
    await Promise.all(Array.from({ length: 6 }, rechargeDue))
    expect(await states()).toEqual(['paid'])
    expect(await cents()).toBe(0)
  })

  it('counts the recharges of earlier months no more', async () => {
    await scene.rechargeAutomatically(accountId, { month_cap_cents: 1_000 })
    await scene.spend(accountId, 1_600)
    await rechargeDue()
    await scene.database.query(
      `update payment set created_at = created_at - interval '40 days' where account_id = $1`,
      [accountId],
    )
    await scene.spend(accountId, 1_000)
    await rechargeLater()
    expect(await states()).toEqual(['paid', 'paid'])
  })

  it('waits while the account is frozen', async () => {
    await scene.rechargeAutomatically(accountId)
    await scene.spend(accountId, 1_600)
    const freeze = (state: string) =>
      scene.database.query('update account set state = $2 where id = $1', [accountId, state])
    await freeze('frozen')
    await rechargeDue()
    expect(await states()).toEqual([])
    await freeze('active')
    await rechargeLater()
    expect(await states()).toEqual(['paid'])
  })

  it('that takes days is credited by its event, and no other begins meanwhile', async () => {
    await scene.rechargeAutomatically(accountId)
    await scene.spend(accountId, 1_600)
    scene.stripe.books.cardFate = 'processing'
    await rechargeDue()
    await rechargeLater()
    expect(await states()).toEqual(['processing'])
    const [payment] = await automatic()
    await scene.tell(scene.stripe.books.finishIntent(payment?.reference ?? '', 'succeeded'))
    expect(await states()).toEqual(['paid'])
    expect(await cents()).toBe(1_400)
  })

  it('is credited by its event if Stripe’s reply to the charge was lost', async () => {
    await scene.rechargeAutomatically(accountId)
    await scene.spend(accountId, 1_600)
    scene.stripe.interfere = ({ method, path }) =>
      method === 'POST' && path === '/v1/payment_intents' ? 'lose' : 'serve'
    await rechargeDue()
    scene.stripe.interfere = () => 'serve'
    expect(await states()).toEqual(['open'])
    const event = scene.stripe.books.events.at(-1)
    if (event) await scene.tell(event)
    expect(await states()).toEqual(['paid'])
    expect(await cents()).toBe(1_400)
  })

  it('can be refunded at Stripe like any payment', async () => {
    await scene.rechargeAutomatically(accountId)
    await scene.spend(accountId, 1_600)
    await rechargeDue()
    const [payment] = await automatic()
    const { books } = scene.stripe
    const intent = books.intents.get(payment?.reference ?? '')
    books.refunds.set('re_1', {
      object: 'refund',
      id: 're_1',
      amount: 400,
      payment_intent: intent?.id ?? '',
      status: 'succeeded',
    })
    await scene.payments.checkPayment(payment?.payment_id ?? '')
    expect(await cents()).toBe(1_000)
  })

  it('that Stripe has not got is not made when the account is being closed', async () => {
    await scene.rechargeAutomatically(accountId)
    await scene.spend(accountId, 1_600)
    scene.stripe.interfere = () => 'refuse'
    await rechargeDue()
    scene.stripe.interfere = () => 'serve'
    expect(await states()).toEqual(['open'])
    const close = async () =>
      closeAccount(scene.database, { accountId, shownUnits: BigInt(400 * UNITS_PER_CENT) })
    expect(await close()).toBe('payments_running')
    await scene.payments.endPayments(accountId)
    expect(await states()).toEqual(['expired'])
    expect(await close()).toBe('closed')
  })
})

describe('a failed automatic recharge', () => {
  const decline = async (code: string, decline_code?: string) => {
    scene.stripe.books.cardFate = { code, ...(decline_code && { decline_code }) }
    await rechargeLater()
  }
  beforeEach(async () => {
    await scene.rechargeAutomatically(accountId)
    await scene.spend(accountId, 1_600)
  })

  it('is mailed, tried again after a day, and turned off after the third in a row', async () => {
    await decline('card_declined', 'insufficient_funds')
    await rechargeDue()
    expect(await states()).toEqual(['failed'])
    expect((await settings()).is_on).toBe(true)
    const { rows } = await scene.database.query<{ is_tomorrow: boolean }>(
      `select due_at > clock_timestamp() + interval '23 hours' as is_tomorrow from recharge_due
       where account_id = $1`,
      [accountId],
    )
    expect(rows).toEqual([{ is_tomorrow: true }])
    await mails()
    await decline('card_declined', 'insufficient_funds')
    await mails()
    await decline('card_declined', 'insufficient_funds')
    await rechargeLater()
    expect(await states()).toEqual(['failed', 'failed', 'failed'])
    expect(await settings()).toMatchObject({ is_on: false, off_because: 'declined' })
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Your automatic recharge failed',
      'Your automatic recharge failed',
      'Automatic recharge was turned off',
    ])
    expect(await cents()).toBe(400)
  })

  it('is not mailed if its owner has switched that off, now or later', async () => {
    const choice = { accountId, kind: 'auto_recharge' } as const
    await setMailChoice(scene.database, { ...choice, isOn: false })
    await decline('card_declined')
    expect(await mails()).toEqual([])
    await setMailChoice(scene.database, { ...choice, isOn: true })
    expect(await mails()).toEqual([])
  })

  it('counts anew after a success', async () => {
    await decline('card_declined')
    await decline('card_declined')
    scene.stripe.books.cardFate = 'succeeded'
    await rechargeLater()
    await scene.spend(accountId, 1_000)
    await decline('card_declined')
    expect((await settings()).is_on).toBe(true)
  })

  it.each([
    ['expired_card', undefined, 'card_expired', 'Your saved card has expired.'],
    ['card_declined', 'stolen_card', 'card_unusable', 'can no longer be charged'],
  ])('with a card for good (%s) turns it off at once', async (code, detail, because, words) => {
    await decline(code, detail)
    expect(await settings()).toMatchObject({ is_on: false, off_because: because })
    const [mail] = await mails()
    expect(mail?.subject).toBe('Automatic recharge was turned off')
    expect(mail?.body).toContain(words)
    await rechargeLater()
    expect(await states()).toEqual(['failed'])
  })

  it('that needs authentication says so, with a link to recharge by hand', async () => {
    await decline('authentication_required', 'authentication_required')
    const [mail] = await mails()
    expect(mail?.body).toContain('Your bank wants you to confirm this payment yourself.')
    expect(mail?.body).toContain('https://footnote.example/wallet')
    // Nobody can complete it later, beside the one by hand.
    const [payment] = await automatic()
    expect(scene.stripe.books.intents.get(payment?.reference ?? '')?.status).toBe('canceled')
    await scene.rechargePaid(accountId, 1_000)
    scene.stripe.books.cardFate = 'succeeded'
    await rechargeLater()
    expect(await cents()).toBe(1_400)
  })

  it('because Stripe does not know the card any more turns it off', async () => {
    scene.stripe.books.customers.clear()
    await rechargeLater()
    expect(await settings()).toMatchObject({ is_on: false, off_because: 'card_unusable' })
  })
})
