import { randomUUID } from 'node:crypto'

/** Stripe's objects, as far as Footnote reads them. */
export interface StubSession {
  readonly object: 'checkout.session'
  readonly id: string
  readonly created: number
  readonly livemode: boolean
  readonly client_reference_id: string | null
  readonly metadata: Record<string, string>
  readonly customer_email: string | null
  readonly currency: string
  readonly amount_total: number
  readonly success_url: string
  readonly cancel_url: string
  readonly url: string
  /** True if the card is saved as that of a new customer. */
  readonly savesCard: boolean
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  payment_intent: string | null
}

interface StubIntent {
  readonly object: 'payment_intent'
  readonly id: string
  readonly created: number
  readonly livemode: boolean
  readonly currency: string
  readonly amount: number
  readonly metadata: Record<string, string>
  readonly customer: string | null
  readonly payment_method: string | null
  amount_received: number
  status: 'processing' | 'succeeded' | 'requires_payment_method' | 'canceled'
  last_payment_error: CardError | null
}

interface CardError {
  readonly code: string
  readonly decline_code?: string
}

/** The outcome of charging a saved card. */
type CardFate = 'succeeded' | 'processing' | CardError

interface StubRefund {
  readonly object: 'refund'
  readonly id: string
  readonly amount: number
  readonly payment_intent: string
  status: 'pending' | 'succeeded' | 'failed'
}

interface StubDispute {
  readonly object: 'dispute'
  readonly id: string
  readonly amount: number
  readonly payment_intent: string
  status: string
  balance_transactions: { amount: number }[]
}

export interface StubEvent {
  readonly object: 'event'
  readonly id: string
  readonly type: string
  readonly created: number
  readonly livemode: boolean
  readonly api_version: string
  readonly data: { readonly object: object }
}

export interface StubBooks {
  readonly sessions: Map<string, StubSession>
  readonly intents: Map<string, StubIntent>
  readonly refunds: Map<string, StubRefund>
  readonly disputes: Map<string, StubDispute>
  /** Customers that exist, with the card of each. */
  readonly customers: Map<string, string>
  /** The outcome of the next charges of saved cards. */
  cardFate: CardFate
  /** Charges a saved card, or makes an intent that nobody pays. */
  createIntent(
    fields: Pick<StubIntent, 'amount' | 'currency' | 'metadata' | 'customer' | 'payment_method'>,
  ): StubIntent
  cancelIntent(intentId: string): StubIntent | undefined
  /** The final result of a charge that takes days to decide. */
  finishIntent(intentId: string, outcome: 'succeeded' | 'failed'): StubEvent
  /** Oldest first. */
  readonly events: StubEvent[]
  openSession(
    fields: Omit<
      StubSession,
      | 'object'
      | 'id'
      | 'created'
      | 'livemode'
      | 'status'
      | 'payment_status'
      | 'payment_intent'
      | 'url'
    >,
  ): StubSession
  /** The payer's choice on the hosted page; `later` is a method that takes days to decide. */
  pay(
    sessionId: string,
    options?: { amount?: number; currency?: string; later?: boolean },
  ): StubEvent
  /** The final result of such a method. */
  finish(sessionId: string, outcome: 'succeeded' | 'failed'): StubEvent
  expire(sessionId: string): StubEvent
  refund(sessionId: string, amount: number): { refundId: string; event: StubEvent }
  /** A refund that could not be delivered. */
  failRefund(refundId: string): StubEvent
  dispute(
    sessionId: string,
    options: { amount: number; status?: string },
  ): { disputeId: string; event: StubEvent }
  decideDispute(disputeId: string, status: string): StubEvent
}

const name = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '')}`
const seconds = () => Math.floor(Date.now() / 1_000)

/** The books of a stub of Stripe. Each change leaves its event. */
export function createStubBooks({
  livemode,
  pageOf,
}: {
  livemode: boolean
  pageOf: (sessionId: string) => string
}): StubBooks {
  const sessions = new Map<string, StubSession>()
  const intents = new Map<string, StubIntent>()
  const refunds = new Map<string, StubRefund>()
  const disputes = new Map<string, StubDispute>()
  const customers = new Map<string, string>()
  const events: StubEvent[] = []

  function note(type: string, object: object): StubEvent {
    const event: StubEvent = {
      object: 'event',
      id: name('evt'),
      type,
      created: seconds(),
      livemode,
      api_version: '2026-10-28.endive',
      data: { object: structuredClone(object) },
    }
    events.push(event)
    return event
  }

  function intentOf(sessionId: string): StubIntent {
    return need(intents, need(sessions, sessionId).payment_intent ?? '')
  }

  const books: StubBooks = {
    sessions,
    intents,
    refunds,
    disputes,
    customers,
    events,
    cardFate: 'succeeded',

    createIntent(fields) {
      const fate = fields.payment_method === null ? { code: 'none' } : books.cardFate
      const intent: StubIntent = {
        object: 'payment_intent',
        id: name('pi'),
        created: seconds(),
        livemode,
        ...fields,
        amount_received: fate === 'succeeded' ? fields.amount : 0,
        status: typeof fate === 'string' ? fate : 'requires_payment_method',
        last_payment_error:
          typeof fate === 'string' || fields.payment_method === null ? null : fate,
      }
      intents.set(intent.id, intent)
      if (fate === 'succeeded') note('payment_intent.succeeded', intent)
      return intent
    },

    cancelIntent(intentId) {
      const intent = intents.get(intentId)
      if (intent?.status !== 'requires_payment_method') return undefined
      intent.status = 'canceled'
      intent.last_payment_error = null
      return intent
    },

    finishIntent(intentId, outcome) {
      const intent = need(intents, intentId)
      intent.status = outcome === 'succeeded' ? 'succeeded' : 'requires_payment_method'
      if (outcome === 'succeeded') intent.amount_received = intent.amount
      return note(`payment_intent.${outcome === 'succeeded' ? outcome : 'payment_failed'}`, intent)
    },

    openSession(fields) {
      const id = name(livemode ? 'cs_live' : 'cs_test')
      const session: StubSession = {
        object: 'checkout.session',
        id,
        created: seconds(),
        livemode,
        ...fields,
        url: pageOf(id),
        status: 'open',
        payment_status: 'unpaid',
        payment_intent: null,
      }
      sessions.set(id, session)
      return session
    },

    pay(sessionId, { amount, currency, later = false } = {}) {
      const session = need(sessions, sessionId)
      if (session.status !== 'open') throw new Error('the session is over')
      const customer = session.savesCard ? name('cus') : null
      const method = session.savesCard ? name('pm') : null
      if (customer && method) customers.set(customer, method)
      const intent: StubIntent = {
        object: 'payment_intent',
        id: name('pi'),
        created: seconds(),
        livemode,
        metadata: session.metadata,
        customer,
        payment_method: method,
        last_payment_error: null,
        currency: currency ?? session.currency,
        amount: amount ?? session.amount_total,
        amount_received: later ? 0 : (amount ?? session.amount_total),
        status: later ? 'processing' : 'succeeded',
      }
      intents.set(intent.id, intent)
      session.payment_intent = intent.id
      session.status = 'complete'
      session.payment_status = later ? 'unpaid' : 'paid'
      return note('checkout.session.completed', session)
    },

    finish(sessionId, outcome) {
      const session = need(sessions, sessionId)
      const intent = intentOf(sessionId)
      if (outcome === 'succeeded') {
        intent.status = 'succeeded'
        intent.amount_received = intent.amount
        session.payment_status = 'paid'
      } else intent.status = 'requires_payment_method'
      return note(`checkout.session.async_payment_${outcome}`, session)
    },

    expire(sessionId) {
      const session = need(sessions, sessionId)
      session.status = 'expired'
      return note('checkout.session.expired', session)
    },

    refund(sessionId, amount) {
      const refund: StubRefund = {
        object: 'refund',
        id: name('re'),
        amount,
        payment_intent: intentOf(sessionId).id,
        status: 'succeeded',
      }
      refunds.set(refund.id, refund)
      const charge = { object: 'charge', id: name('ch'), payment_intent: refund.payment_intent }
      return { refundId: refund.id, event: note('charge.refunded', charge) }
    },

    failRefund(refundId) {
      const refund = need(refunds, refundId)
      refund.status = 'failed'
      return note('refund.failed', refund)
    },

    dispute(sessionId, { amount, status = 'needs_response' }) {
      const dispute: StubDispute = {
        object: 'dispute',
        id: name('du'),
        amount,
        payment_intent: intentOf(sessionId).id,
        status,
        balance_transactions: status.startsWith('warning_') ? [] : [{ amount: -amount }],
      }
      disputes.set(dispute.id, dispute)
      return { disputeId: dispute.id, event: note('charge.dispute.created', dispute) }
    },

    decideDispute(disputeId, status) {
      const dispute = need(disputes, disputeId)
      dispute.status = status
      if (status === 'won') dispute.balance_transactions.push({ amount: dispute.amount })
      return note('charge.dispute.closed', dispute)
    },
  }
  return books
}

function need<Value>(values: ReadonlyMap<string, Value>, id: string): Value {
  const value = values.get(id)
  if (value === undefined) throw new Error(`no such object: ${id}`)
  return value
}
