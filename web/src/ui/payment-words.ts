import type { PaymentResponse } from '@footnote/contract/site/responses'

type Tone = 'neutral' | 'good' | 'warn' | 'bad'

/** Label and colour of a payment's state. */
export function paymentState(payment: PaymentResponse): { text: string; tone: Tone } {
  if (payment.state === 'paid') return paidState(payment)
  return {
    open: { text: 'Unpaid', tone: 'neutral' as const },
    processing: { text: 'Processing', tone: 'warn' as const },
    expired: { text: 'Expired', tone: 'neutral' as const },
    failed: { text: 'Declined', tone: 'bad' as const },
  }[payment.state]
}

function paidState(payment: PaymentResponse): { text: string; tone: Tone } {
  if (payment.disputed_units > 0) return { text: 'Disputed', tone: 'bad' }
  if (payment.refunded_units >= payment.credited_units) return { text: 'Refunded', tone: 'warn' }
  if (payment.refunded_units > 0) return { text: 'Partly refunded', tone: 'warn' }
  return { text: 'Paid', tone: 'good' }
}

/** The amount paid, or the amount to pay. */
export function amountOf({ state, asked_units, credited_units }: PaymentResponse): number {
  return state === 'paid' ? credited_units : asked_units
}

/** Returns whether the provider may still change the payment's state. */
export function isUndecided({ state }: PaymentResponse): boolean {
  return state === 'open' || state === 'processing'
}
