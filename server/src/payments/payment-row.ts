import { siteLimits } from '@footnote/contract/site/limits'
import type { PaymentResponse, PaymentState } from '@footnote/contract/site/responses'
import { toWireUnits } from '@footnote/contract/units'
import type { Database } from '@footnote/platform/database/connect'

export interface PaymentRow {
  readonly id: string
  readonly account_id: string
  readonly email: string
  readonly provider: 'stripe' | 'test'
  readonly is_test: boolean
  readonly state: PaymentState
  readonly version: bigint
  readonly asked_units: bigint
  readonly credited_units: bigint
  readonly refunded_units: bigint
  readonly disputed_units: bigint
  readonly has_open_dispute: boolean
  readonly has_stray_money: boolean
  readonly session_ref: string | null
  readonly intent_ref: string | null
  readonly url: string | null
  readonly receipt_number: bigint | null
  readonly created_at: Date
  readonly checked_at: Date | null
  readonly paid_at: Date | null
}

export const SELECT_PAYMENT = `
  select payment.id, payment.account_id, account.email, payment.provider, payment.is_test,
    payment.state, payment.version, payment.asked_units, payment.credited_units,
    payment.refunded_units, payment.disputed_units, payment.has_open_dispute,
    payment.has_stray_money, payment.session_ref, payment.intent_ref, payment.url,
    payment.receipt_number, payment.created_at, payment.checked_at, payment.paid_at
  from payment join account on account.id = payment.account_id`

const RECEIPT_DIGITS = 6

/** Converts a payment for the website. */
export function toPaymentResponse(row: PaymentRow): PaymentResponse {
  return {
    payment_id: row.id,
    receipt_number:
      row.receipt_number === null
        ? null
        : `FN-${String(row.receipt_number).padStart(RECEIPT_DIGITS, '0')}`,
    provider: row.provider,
    is_test: row.is_test,
    state: row.state,
    asked_units: toWireUnits(row.asked_units),
    credited_units: toWireUnits(row.credited_units),
    refunded_units: toWireUnits(row.refunded_units),
    disputed_units: toWireUnits(row.disputed_units),
    email: row.email,
    reference: row.intent_ref ?? row.session_ref,
    created_at: row.created_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
    url: row.state === 'open' ? row.url : null,
  }
}

export async function readPayment(
  database: Database,
  paymentId: string,
): Promise<PaymentRow | undefined> {
  const { rows } = await database.query<PaymentRow>(`${SELECT_PAYMENT} where payment.id = $1`, [
    paymentId,
  ])
  return rows[0]
}

/** Lists an account's latest payments, newest first. */
export async function listPayments(
  database: Database,
  accountId: string,
): Promise<PaymentResponse[]> {
  const { rows } = await database.query<PaymentRow>(
    `${SELECT_PAYMENT} where payment.account_id = $1
     order by payment.created_at desc, payment.id desc limit $2`,
    [accountId, siteLimits.payments],
  )
  return rows.map(toPaymentResponse)
}
