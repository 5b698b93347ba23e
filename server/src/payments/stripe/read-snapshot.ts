import type Stripe from 'stripe'
import type { Card } from '../auto-recharge/saved-cards.ts'
import { centsToUnits } from '../open-payment.ts'
import type { PaymentRow } from '../payment-row.ts'
import { type Snapshot, unpaid } from '../snapshot.ts'
import { CURRENCY, PAYMENT_ID } from './start-checkout.ts'

/** As many as one page of Stripe has; nobody refunds a payment more often. */
const PAGE = 100
/** Dispute states that hold no money: an inquiry takes none, and a won dispute returned it. */
const TAKES_NOTHING = /^(warning_|won$)/
const REFUND_IS_OFF = ['failed', 'canceled']

/** Reasons why money cannot be credited as it is. */
export type StrayKind = 'session' | 'mode' | 'currency' | 'amount'

interface Reading {
  readonly row: PaymentRow
  readonly report: (kind: StrayKind) => void
}

/**
 * Reads a payment's present state at Stripe, with amounts and currency of Stripe's own objects.
 * Reports money that may not be credited; returns undefined if it belongs to another payment.
 */
export async function readSnapshot(
  stripe: Stripe,
  { row, sessionRef, report }: Reading & { sessionRef: string },
): Promise<{ snapshot: Snapshot; card: Card | undefined } | undefined> {
  const session = await stripe.checkout.sessions.retrieve(sessionRef, {
    expand: [row.saves_card ? 'payment_intent.payment_method' : 'payment_intent'],
  })
  if (session.client_reference_id !== row.id || session.metadata?.[PAYMENT_ID] !== row.id) {
    report('session')
    return undefined
  }
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  if (session.livemode === row.is_test && row.session_ref !== session.id) {
    report('mode')
    return undefined
  }
  const refs = { sessionRef: session.id, intentRef: intent?.id ?? null }
  if (!intent || intent.amount_received === 0) {
    return { snapshot: unpaid(unpaidState(session, intent), refs), card: undefined }
  }
  const snapshot = await readReceived(stripe, {
    ...{ row, intent, refs, report },
    livemode: session.livemode,
  })
  return snapshot && { snapshot, card: row.saves_card ? cardOf(intent) : undefined }
}

/** The same for an automatic payment, whose intent has no session. */
export async function readAutomaticSnapshot(
  stripe: Stripe,
  { row, intent, report }: Reading & { intent: Stripe.PaymentIntent },
): Promise<Snapshot | undefined> {
  if (intent.metadata[PAYMENT_ID] !== row.id || !row.is_automatic) {
    report('session')
    return undefined
  }
  const refs = { intentRef: intent.id }
  if (intent.amount_received > 0) {
    return readReceived(stripe, { row, intent, refs, livemode: intent.livemode, report })
  }
  return unpaid(intent.status === 'processing' ? 'processing' : 'failed', refs)
}

/** Reads what was received, refunded and disputed. */
async function readReceived(
  stripe: Stripe,
  {
    row,
    intent,
    refs,
    livemode,
    report,
  }: Reading & {
    intent: Stripe.PaymentIntent
    refs: { sessionRef?: string; intentRef: string | null }
    livemode: boolean
  },
): Promise<Snapshot | undefined> {
  const isOfMode = livemode !== row.is_test
  const refunds = await stripe.refunds.list({ payment_intent: intent.id, limit: PAGE })
  const refundedCents = sum(
    refunds.data.filter(({ status }) => !REFUND_IS_OFF.includes(status ?? '')),
  )
  if (!isOfMode || intent.currency !== CURRENCY) {
    const hasStrayMoney = refundedCents < intent.amount_received
    if (hasStrayMoney) report(isOfMode ? 'currency' : 'mode')
    // Money credited in good faith stays until somebody has checked.
    return row.credited_units > 0n ? undefined : { ...unpaid('failed', refs), hasStrayMoney }
  }
  const receivedUnits = centsToUnits(intent.amount_received)
  const creditedUnits = row.credited_units || receivedUnits
  if (creditedUnits !== receivedUnits) report('amount')
  const disputes = await stripe.disputes.list({ payment_intent: intent.id, limit: PAGE })
  const taking = disputes.data.filter(takesMoney)
  // Never takes more than was credited, even if Stripe both refunds and disputes a payment. Refunds
  // count first: a dispute may still be won, which then leaves them unchanged.
  const refundedUnits = least(centsToUnits(refundedCents), creditedUnits)
  return {
    sessionRef: refs.sessionRef ?? null,
    intentRef: refs.intentRef,
    state: 'paid',
    receivedUnits,
    refundedUnits,
    disputedUnits: least(centsToUnits(sum(taking)), creditedUnits - refundedUnits),
    hasOpenDispute: taking.some(({ status }) => status !== 'lost' && status !== 'prevented'),
    hasStrayMoney: false,
  }
}

/** Returns the card that an intent was paid with and that Stripe has saved. */
function cardOf({ customer, payment_method }: Stripe.PaymentIntent): Card | undefined {
  const customerRef = typeof customer === 'string' ? customer : customer?.id
  if (customerRef === undefined || !payment_method || typeof payment_method === 'string')
    return undefined
  const { id: methodRef, card } = payment_method
  if (!card) return undefined
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = card
  return { customerRef, methodRef, brand, last4, expMonth, expYear }
}

function unpaidState(
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): 'open' | 'processing' | 'expired' | 'failed' {
  if (session.status === 'expired') return 'expired'
  if (session.status !== 'complete') return 'open'
  // The session is over, so a payment that needs another attempt has failed for good.
  const isOff = ['requires_payment_method', 'canceled'].includes(intent?.status ?? '')
  return isOff ? 'failed' : 'processing'
}

function takesMoney({ status, balance_transactions }: Stripe.Dispute): boolean {
  if (TAKES_NOTHING.test(status)) return false
  // A dispute that a card network settled beforehand may or may not have moved money.
  if (status === 'prevented')
    return balance_transactions.reduce((net, { amount }) => net + amount, 0) < 0
  return true
}

function sum(parts: readonly { amount: number }[]): number {
  return parts.reduce((cents, { amount }) => cents + amount, 0)
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
