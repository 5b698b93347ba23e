import type { RechargeFailure } from '@footnote/contract/site/responses'
import type Stripe from 'stripe'
import { unitsToCents } from '../open-payment.ts'
import type { PaymentRow } from '../payment-row.ts'
import { stripeErrorType } from './connect-stripe.ts'
import { CURRENCY, PAYMENT_ID } from './start-checkout.ts'

const PAGE = 100
/** Clocks differ. */
const OVERLAP_MS = 300_000

/** Finds the intent of an automatic payment, if Stripe has one: its reply may have been lost. */
export async function findIntent(
  stripe: Stripe,
  { id, customer_ref, created_at }: PaymentRow,
): Promise<Stripe.PaymentIntent | undefined> {
  const { data } = await stripe.paymentIntents.list({
    customer: customer_ref ?? '',
    created: { gte: Math.floor((created_at.getTime() - OVERLAP_MS) / 1_000) },
    limit: PAGE,
  })
  return data.find(({ metadata }) => metadata[PAYMENT_ID] === id)
}

/**
 * Charges the saved card. However often it is sent, the idempotency key makes it one charge. A decline returns the
 * intent too.
 */
export async function chargeCard(
  stripe: Stripe,
  { id, customer_ref, method_ref, asked_units }: PaymentRow,
): Promise<Stripe.PaymentIntent> {
  try {
    return await stripe.paymentIntents.create(
      {
        amount: unitsToCents(asked_units),
        currency: CURRENCY,
        customer: customer_ref ?? '',
        payment_method: method_ref ?? '',
        allowed_payment_method_types: ['card'],
        off_session: true,
        confirm: true,
        description: 'Footnote automatic recharge',
        metadata: { [PAYMENT_ID]: id },
      },
      { idempotencyKey: id },
    )
  } catch (error) {
    const declined = (error as Partial<Stripe.errors.StripeError>).payment_intent
    if (declined) return declined
    throw error
  }
}

/**
 * Makes sure that a charge whose outcome is unknown never happens: its idempotency key is used up by an intent that
 * nobody pays. Returns false if Stripe has got the charge before.
 */
export async function voidCharge(
  stripe: Stripe,
  { id, asked_units }: PaymentRow,
): Promise<boolean> {
  try {
    const unused = await stripe.paymentIntents.create(
      {
        amount: unitsToCents(asked_units),
        currency: CURRENCY,
        allowed_payment_method_types: ['card'],
      },
      { idempotencyKey: id },
    )
    // It only tidies up, and a second attempt finds it done.
    await stripe.paymentIntents.cancel(unused.id).catch(() => {})
    return true
  } catch (error) {
    if (stripeErrorType(error) === 'StripeIdempotencyError') return false
    throw error
  }
}

/** Ends an intent that waits for its payer, who is not there. It may have been paid or ended meanwhile. */
export async function endIntent(
  stripe: Stripe,
  intent: Stripe.PaymentIntent,
): Promise<Stripe.PaymentIntent> {
  if (!intent.status.startsWith('requires_')) return intent
  return stripe.paymentIntents
    .cancel(intent.id)
    .catch(() => stripe.paymentIntents.retrieve(intent.id))
}

/** Decline codes after which the same card is refused again. */
const FINAL_DECLINES = [
  'invalid_account',
  'lost_card',
  'new_account_information_available',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'stolen_card',
  'stop_payment_order',
]

/** Returns why an intent was not paid. */
export function failureOf({ last_payment_error }: Stripe.PaymentIntent): RechargeFailure {
  const { code, decline_code } = last_payment_error ?? {}
  if ([code, decline_code].includes('authentication_required')) return 'authentication_required'
  if ([code, decline_code].includes('expired_card')) return 'card_expired'
  return FINAL_DECLINES.includes(decline_code ?? '') ? 'card_unusable' : 'declined'
}
