import { createPayments } from '../server/src/payments/create-payments.ts'
import type { StubEvent } from '../server/src/testing/stubs/stub-stripe-books.ts'
import type { Caller } from './callers.ts'
import { createDraw } from './draw.ts'
import { wait } from './wait.ts'
import type { World } from './world.ts'

/** A recharge that was paid at the provider, and so must be credited once. */
interface Recharge {
  readonly accountId: string
  readonly cents: number
  readonly event: StubEvent
}

export interface Recharges {
  readonly paid: readonly Recharge[]
  /** Pays recharges until the run is over; the provider's webhooks go to instances as they are. */
  run(callers: readonly Caller[], options: { seed: number; over: AbortSignal }): Promise<void>
  /** Sends every webhook again, as the provider would, until it is taken. */
  sendAll(): Promise<void>
}

const CENTS = 1_000
const RESEND_PAUSE_MS = 200

export function createRecharges({ database, stripe, instances }: World): Recharges {
  const paid: Recharge[] = []
  const payments = createPayments(
    { database, reportFault: () => {}, alert: () => {} },
    { kind: 'stripe', stripe: stripe.config },
  )

  async function pay(accountId: string): Promise<void> {
    const started = await payments
      .startRecharge({
        accountId,
        email: 'payer@example.com',
        amountCents: CENTS,
        origin: 'http://127.0.0.1',
      })
      // PostgreSQL is away: nobody has paid.
      .catch(() => undefined)
    if (!started) return
    const event = stripe.books.pay(started.url.split('/').at(-1) ?? '')
    paid.push({ accountId, cents: CENTS, event })
    // To every instance at once: credited once all the same.
    await Promise.all(instances.map(({ life }) => life && send(event, life.url)))
  }

  const send = (event: StubEvent, url: string) =>
    stripe.send(event, `${url}/webhooks/stripe`).catch(() => undefined)

  return {
    paid,
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
          await wait(RESEND_PAUSE_MS, new AbortController().signal)
        }
      }
    },
  }
}
