import type Stripe from 'stripe'

/** Which of Stripe's objects something has happened to. */
export type Subject = { readonly sessionRef: string } | { readonly intentRef: string }

/** The events that may change a payment; an endpoint at Stripe should ask for these. */
export const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.succeeded',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const

/** An event only names what to ask about; what it says of amounts may be old by now. */
export function eventSubject({ type, data }: Stripe.Event): Subject | undefined {
  if (!(EVENT_TYPES as readonly string[]).includes(type)) return undefined
  const object = data.object as {
    object?: string
    id?: string
    payment_intent?: string | { id: string } | null
  }
  if (object.object === 'checkout.session') return object.id ? { sessionRef: object.id } : undefined
  const intent = object.object === 'payment_intent' ? object.id : object.payment_intent
  const intentRef = typeof intent === 'object' ? intent?.id : intent
  return intentRef ? { intentRef } : undefined
}
