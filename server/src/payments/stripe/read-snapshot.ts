import type Stripe from 'stripe'
import { centsToUnits } from '../open-payment.ts'
import type { PaymentRow } from '../payment-row.ts'
import { type Snapshot, unpaid } from '../snapshot.ts'
import { CURRENCY, PAYMENT_ID } from './start-checkout.ts'

/** As many as one page of Stripe's has; nobody refunds a payment more often. */
const PAGE = 100
/** An inquiry takes no money, and what was won is back. */
const TAKES_NOTHING = /^(warning_|won$)/
const REFUND_IS_OFF = ['failed', 'canceled']

/**
 * What Stripe says of a payment right now: amounts and currency are those of its own objects. Undefined,
 * and reported, where they are not of this payment or not of a kind that may be credited.
 */
export async function readSnapshot(
  stripe: Stripe,
  {
    row,
    sessionRef,
    report,
  }: { row: PaymentRow; sessionRef: string; report: (error: Error) => void },
): Promise<Snapshot | undefined> {
  const session = await stripe.checkout.sessions.retrieve(sessionRef, {
    expand: ['payment_intent'],
  })
  const stray = strayReason(row, session)
  if (stray !== undefined) {
    report(new Error(`Stripe's session ${session.id} was not taken: ${stray}`))
    return undefined
  }
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const refs = { sessionRef: session.id, intentRef: intent?.id ?? null }
  if (!intent || intent.amount_received === 0) return unpaid(unpaidState(session, intent), refs)
  if (intent.currency !== CURRENCY) {
    report(new Error(`payment ${row.id} was made in ${intent.currency} and is not credited`))
    return unpaid('failed', refs)
  }
  if (row.credited_units > 0n && row.credited_units !== centsToUnits(intent.amount_received)) {
    report(new Error(`payment ${row.id} was credited with another amount than Stripe now has`))
  }
  const [refunds, disputes] = await Promise.all([
    stripe.refunds.list({ payment_intent: intent.id, limit: PAGE }),
    stripe.disputes.list({ payment_intent: intent.id, limit: PAGE }),
  ])
  const taking = disputes.data.filter(takesMoney)
  return {
    ...refs,
    state: 'paid',
    receivedUnits: centsToUnits(intent.amount_received),
    refundedUnits: sum(refunds.data.filter(({ status }) => !REFUND_IS_OFF.includes(status ?? ''))),
    disputedUnits: sum(taking),
    hasOpenDispute: taking.some(({ status }) => status !== 'lost' && status !== 'prevented'),
  }
}

/** Why a session is none of this payment's. */
function strayReason(row: PaymentRow, session: Stripe.Checkout.Session): string | undefined {
  if (session.client_reference_id !== row.id || session.metadata?.[PAYMENT_ID] !== row.id) {
    return `it is not the one made for payment ${row.id}`
  }
  if (session.livemode === row.is_test) return 'it is of another mode than its payment'
  return undefined
}

function unpaidState(
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): 'open' | 'processing' | 'expired' | 'failed' {
  if (session.status === 'expired') return 'expired'
  if (session.status !== 'complete') return 'open'
  // The session is over, so a payment that would need another try has failed for good.
  const isOff = ['requires_payment_method', 'canceled'].includes(intent?.status ?? '')
  return isOff ? 'failed' : 'processing'
}

function takesMoney({ status, balance_transactions }: Stripe.Dispute): boolean {
  if (TAKES_NOTHING.test(status)) return false
  // A dispute that a card network settled beforehand may have moved money or not.
  if (status === 'prevented')
    return balance_transactions.reduce((net, { amount }) => net + amount, 0) < 0
  return true
}

function sum(parts: readonly { amount: number }[]): bigint {
  return parts.reduce((units, { amount }) => units + centsToUnits(amount), 0n)
}
