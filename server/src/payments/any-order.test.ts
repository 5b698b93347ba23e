import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  openPaymentScene,
  type PaymentScene,
  UNITS_PER_CENT,
} from '../testing/scenes/payment-scene.ts'
import { auditDatabase } from '../wallet/audit.ts'

let scene: PaymentScene
beforeAll(async () => {
  scene = await openPaymentScene()
})
afterAll(() => scene.close())

const running = new AbortController().signal

/** A step at Stripe, here, or on the way between. */
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pay'), which: fc.nat(2), later: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('finish'), which: fc.nat(2), good: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire'), which: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refund'),
      which: fc.nat(2),
      cents: fc.integer({ min: 1, max: 700 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('failRefund'), which: fc.nat(5) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('dispute'),
      which: fc.nat(2),
      cents: fc.integer({ min: 1, max: 1_000 }),
      asked: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('decide'),
      which: fc.nat(5),
      status: fc.constantFrom('won', 'lost', 'under_review', 'needs_response'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('spend'), cents: fc.integer({ min: 1, max: 900 }) }),
  },
  // Any event so far, again or for the first time, several at once.
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('tell'),
      events: fc.array(fc.nat(30), { minLength: 1, maxLength: 5 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('look'), which: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reconcile') }) },
)
type Step = {
  do: string
  which?: number
  later?: boolean
  good?: boolean
  asked?: boolean
  cents?: number
  status?: string
  events?: number[]
}

/** Runs one life of an account with three payments, as the steps say. */
async function live(steps: readonly Step[]): Promise<void> {
  const { books } = scene.stripe
  // Events of the life before were read, and would be read again for some minutes.
  books.events.length = 0
  const accountId = await scene.createAccount()
  const started = [
    await scene.recharge(accountId),
    await scene.recharge(accountId),
    await scene.recharge(accountId),
  ]
  const sessionIds = started.map(({ sessionId }) => sessionId)
  const refundIds: string[] = []
  const disputeIds: string[] = []
  let spentCents = 0
  const work: Promise<unknown>[] = []

  for (const { do: what, which = 0, cents = 0, ...more } of steps) {
    const sessionId = sessionIds[which] ?? ''
    const session = books.sessions.get(sessionId)
    const intent = books.intents.get(session?.payment_intent ?? '')
    const isPaid = (intent?.amount_received ?? 0) > 0
    const refundId = refundIds[which]
    const disputeId = disputeIds[which]
    if (what === 'pay' && session?.status === 'open')
      books.pay(sessionId, { later: more.later ?? false })
    else if (what === 'finish' && intent?.status === 'processing')
      books.finish(sessionId, more.good ? 'succeeded' : 'failed')
    else if (what === 'expire' && session?.status === 'open') books.expire(sessionId)
    else if (what === 'refund' && isPaid) refundIds.push(books.refund(sessionId, cents).refundId)
    else if (what === 'failRefund' && refundId) books.failRefund(refundId)
    else if (what === 'dispute' && isPaid) {
      const status = more.asked ? 'warning_needs_response' : 'needs_response'
      disputeIds.push(books.dispute(sessionId, { amount: cents, status }).disputeId)
    } else if (what === 'decide' && disputeId) books.decideDispute(disputeId, more.status ?? 'won')
    else if (what === 'spend') {
      if ((await scene.spend(accountId, cents)) === 'admitted') spentCents += cents
    } else if (what === 'tell') {
      for (const index of more.events ?? []) {
        const event = books.events[index]
        // Not awaited: the next step at Stripe happens while this is being checked.
        if (event) work.push(scene.tell(event).catch(() => {}))
      }
    } else if (what === 'look') {
      const paymentId = started[which]?.paymentId ?? ''
      work.push(scene.payments.findPayment({ accountId, paymentId }))
    } else if (what === 'reconcile') work.push(scene.payments.reconcile(running))
  }
  await Promise.all(work)
  await scene.payments.reconcile(running)
  await scene.payments.reconcile(running)
  await expectTruth({ accountId, sessionIds, spentCents })
}

/** Computes the balance that the wallet must have from Stripe's own books. */
async function expectTruth({
  accountId,
  sessionIds,
  spentCents,
}: {
  accountId: string
  sessionIds: string[]
  spentCents: number
}): Promise<void> {
  const { books } = scene.stripe
  const intentIds = sessionIds.map(id => books.sessions.get(id)?.payment_intent ?? '')
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const ofOurs = ({ payment_intent }: { payment_intent: string }) =>
    intentIds.includes(payment_intent)
  const received = sum(intentIds.map(id => books.intents.get(id)?.amount_received ?? 0))
  const refunds = [...books.refunds.values()].filter(ofOurs)
  const disputes = [...books.disputes.values()].filter(ofOurs)
  const gone = refunds.filter(({ status }) => status !== 'failed')
  const taking = disputes.filter(({ status }) => status !== 'won' && !status.startsWith('warning'))
  // Of each payment, no more is returned than was paid.
  const back = intentIds.map(id => {
    const ofThis = [...gone, ...taking].filter(({ payment_intent }) => payment_intent === id)
    const amount = books.intents.get(id)?.amount_received ?? 0
    return Math.min(sum(ofThis.map(one => one.amount)), amount)
  })
  const netCents = received - sum(back) - spentCents
  const isOpen = taking.some(({ status }) => status !== 'lost')
  expect(await scene.wallet(accountId)).toMatchObject({
    balance_units: Math.max(netCents, 0) * UNITS_PER_CENT,
    debt_units: Math.max(-netCents, 0) * UNITS_PER_CENT,
    account_state: netCents < 0 || isOpen ? 'frozen' : 'active',
  })
}

it('the wallet ends with exactly what Stripe has, in any order of events and failures', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 30 }),
      // How Stripe's replies arrive.
      fc.infiniteStream(fc.integer({ min: 1, max: 25 }).map(one => (one === 1 ? 'lose' : 'serve'))),
      async (steps, fates) => {
        scene.stripe.interfere = ({ method }) =>
          method === 'POST' ? 'serve' : (fates.next().value ?? 'serve')
        await live(steps).finally(() => {
          scene.stripe.interfere = () => 'serve'
        })
        expect(await auditDatabase(scene.connection)).toEqual([])
      },
    ),
    { numRuns: 15 },
  )
})
