import type Stripe from 'stripe'

/** A reference to the Stripe object that an event is about. */
export type Subject = { readonly sessionRef: string } | { readonly intentRef: string }

/** Events that may change a payment; subscribe the webhook endpoint to these. */
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

/** Returns the subject of an event. Its amounts may be outdated, so they are not used. */
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
