import { pages } from '@footnote/contract/site/pages'
import type Stripe from 'stripe'

export const CURRENCY = 'usd'

/** Marks a session as ours at Stripe; no link or page can set it. */
export const PAYMENT_ID = 'footnote_payment_id'

/** Creates the session of a payment; repeated calls return the same one. */
export async function startCheckout(
  stripe: Stripe,
  {
    paymentId,
    email,
    amountCents,
    origin,
    savesCard,
  }: {
    paymentId: string
    email: string
    amountCents: number
    origin: string
    savesCard: boolean
  },
): Promise<{ sessionRef: string; url: string }> {
  const wayBack = `${origin}${pages.wallet}?payment=${paymentId}`
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: paymentId,
      customer_email: email,
      // The amount is charged in this currency, whatever the payer's own is.
      adaptive_pricing: { enabled: false },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: CURRENCY,
            unit_amount: amountCents,
            product_data: { name: 'Footnote wallet recharge' },
          },
        },
      ],
      metadata: { [PAYMENT_ID]: paymentId },
      payment_intent_data: {
        description: 'Footnote wallet recharge',
        metadata: { [PAYMENT_ID]: paymentId },
        ...(savesCard && { setup_future_usage: 'off_session' }),
      },
      // A customer of its own, which is deleted with the card.
      ...(savesCard && { customer_creation: 'always', allowed_payment_method_types: ['card'] }),
      success_url: wayBack,
      cancel_url: wayBack,
    },
    { idempotencyKey: paymentId },
  )
  if (!session.url) throw new Error('Stripe created a session without a URL')
  return { sessionRef: session.id, url: session.url }
}
