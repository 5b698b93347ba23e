import { pollUntil } from '@footnote/platform/poll-until'
import { createPayments } from '../server/src/payments/create-payments.ts'
import { PAYMENT_ID } from '../server/src/payments/stripe/start-checkout.ts'
import type { StubEvent } from '../server/src/testing/stubs/stub-stripe-books.ts'
import type { Caller } from './callers.ts'
import { createDraw, type Draw } from './draw.ts'
import { wait } from './wait.ts'
import type { World } from './world.ts'

/** A recharge that was paid at the provider, and so must be credited once. */
interface Recharge {
  readonly accountId: string
  readonly cents: number
  readonly event: StubEvent
}

/** A charge of a saved card at the provider, which must be credited once. */
export interface CardCharge {
  readonly accountId: string
  readonly paymentId: string
  readonly cents: number
}

export interface Recharges {
  readonly paid: readonly Recharge[]
  /** Pays recharges until the run is over; the provider's webhooks go to instances as they are. */
  run(callers: readonly Caller[], options: { seed: number; over: AbortSignal }): Promise<void>
  /** Saves a card for every other account. */
  saveCards(callers: readonly Caller[]): Promise<void>
  /** Charges saved cards until the run is over, while the provider refuses, declines and loses replies. */
  runAutomatic(options: { seed: number; over: AbortSignal }): Promise<void>
  /** Turns automatic recharge off, waits for the end of what has begun, and returns all charges of cards. */
  endAutomatic(): Promise<CardCharge[]>
  /** Sends every webhook again, as the provider would, until it is taken. */
  sendAll(): Promise<void>
}

const CENTS = 1_000
/** The monthly ceiling of automatic recharges. Each doubles the balance, so a run reaches it. */
export const CEILING_CENTS = 30_000
const ENDED_MS = 60_000
const DECLINED = { code: 'card_declined', decline_code: 'insufficient_funds' }
const FATES = { succeeded: 6, processing: 1, declined: 1 }
const REPLIES = { serve: 6, lose: 2, refuse: 1, delay: 1 }
const RESEND_PAUSE_MS = 200
const NEVER = new AbortController().signal

export function createRecharges({ database, stripe, instances }: World): Recharges {
  const paid: Recharge[] = []
  const owners: string[] = []
  const payments = createPayments(
    { database, reportFault: () => {}, alert: () => {} },
    { kind: 'stripe', stripe: stripe.config },
  )

  async function pay(accountId: string, { savesCard = false } = {}): Promise<void> {
    const started = await payments
      .startRecharge({
        accountId,
        email: 'payer@example.com',
        amountCents: CENTS,
        savesCard,
        origin: 'http://127.0.0.1',
      })
      // PostgreSQL or the provider is away: nobody has paid.
      .catch(() => undefined)
    if (!started) return
    const event = stripe.books.pay(started.url.split('/').at(-1) ?? '')
    paid.push({ accountId, cents: CENTS, event })
    // To every instance at once: credited once all the same.
    await Promise.all(instances.map(({ life }) => life && send(event, life.url)))
  }

  const send = (event: StubEvent, url: string) =>
    stripe.send(event, `${url}/webhooks/stripe`).catch(() => undefined)

  /** Makes due what waits for minutes. */
  async function passTime(): Promise<void> {
    await database.query('update recharge_due set due_at = clock_timestamp()')
    await database.query(
      `update payment set checked_at = clock_timestamp() - interval '2 minutes'
       where is_automatic and state in ('open', 'processing')`,
    )
  }

  /** Sets the mark right above the balance, and recharges beside the instances. */
  async function rechargeNow(accountId: string, signal: AbortSignal): Promise<void> {
    const { rows } = await database.query<{ cents: number }>(
      'select (balance_units / 100000)::integer as cents from wallet where account_id = $1',
      [accountId],
    )
    const below_cents = (rows[0]?.cents ?? 0) + 1
    const amount_cents = Math.max(below_cents, CENTS)
    const settings = { below_cents, amount_cents, month_cap_cents: CEILING_CENTS }
    // Refused once a single recharge would pass the ceiling.
    await payments.setAutoRecharge({ accountId, settings }).catch(() => {})
    await passTime()
    await payments.rechargeDue(signal)
    await payments.reconcile(signal)
  }

  function interfere(draw: Draw): void {
    stripe.interfere = () => {
      const reply = draw.pick(REPLIES)
      return reply === 'delay' ? wait(draw.number(50, 1_000), NEVER) : reply
    }
  }

  async function listCardCharges(): Promise<CardCharge[]> {
    const { rows } = await database.query<{ id: string; account_id: string }>(
      'select id, account_id from payment',
    )
    const accounts = new Map(rows.map(row => [row.id, row.account_id]))
    const byHand = new Set([...stripe.books.sessions.values()].map(each => each.payment_intent))
    return [...stripe.books.intents.values()]
      .filter(({ id, status }) => status === 'succeeded' && !byHand.has(id))
      .map(({ metadata, amount }) => {
        const paymentId = metadata[PAYMENT_ID] ?? 'none'
        return { paymentId, accountId: accounts.get(paymentId) ?? 'none', cents: amount }
      })
  }

  return {
    paid,
    async saveCards(callers) {
      const accounts = [...new Set(callers.map(({ accountId }) => accountId))]
      owners.push(...accounts.filter((_, index) => index % 2 === 0))
      for (const accountId of owners) await pay(accountId, { savesCard: true })
    },
    async runAutomatic({ seed, over }) {
      const draw = createDraw(seed, 'automatic recharges')
      interfere(draw)
      while (!over.aborted) {
        const fate = draw.pick(FATES)
        stripe.books.cardFate = fate === 'declined' ? DECLINED : fate
        const owner = owners[draw.number(0, owners.length - 1)]
        // PostgreSQL or the provider is away.
        if (owner) await rechargeNow(owner, over).catch(() => {})
        await wait(draw.number(200, 1_500), over)
      }
      stripe.interfere = () => 'serve'
      stripe.books.cardFate = 'succeeded'
    },
    async endAutomatic() {
      for (const { id, status } of stripe.books.intents.values()) {
        if (status === 'processing') stripe.books.finishIntent(id, 'succeeded')
      }
      for (const accountId of owners) await payments.setAutoRecharge({ accountId, settings: null })
      await pollUntil(
        async () => {
          await passTime()
          await payments.reconcile(NEVER)
          const { rowCount } = await database.query(
            `select from payment where is_automatic and state in ('open', 'processing')`,
          )
          return rowCount === 0 || undefined
        },
        { timeoutMs: ENDED_MS },
      )
      return listCardCharges()
    },
    async run(callers, { seed, over }) {
      const draw = createDraw(seed, 'recharges')
      while (!over.aborted) {
        await wait(draw.number(500, 3_000), over)
        const payer = callers[draw.number(0, callers.length - 1)]
        if (payer && !over.aborted) await pay(payer.accountId)
      }
    },
    async sendAll() {
      const [instance] = instances
      for (const { event } of paid) {
        while ((await send(event, instance?.life?.url ?? '')) !== 200) {
          await wait(RESEND_PAUSE_MS, NEVER)
        }
      }
    },
  }
}
