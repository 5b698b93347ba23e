import { siteLimits } from '@footnote/contract/site/limits'
import type { BillingDetails } from '@footnote/contract/site/requests'
import type { PaymentResponse, PaymentState, Seller } from '@footnote/contract/site/responses'
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
  /** Charged to a saved card; it has no session. */
  readonly is_automatic: boolean
  readonly saves_card: boolean
  readonly customer_ref: string | null
  readonly method_ref: string | null
  readonly session_ref: string | null
  readonly intent_ref: string | null
  readonly url: string | null
  readonly receipt_number: bigint | null
  readonly receipt_series: bigint | null
  readonly receipt_index: bigint | null
  readonly seller: Seller | null
  readonly buyer: BillingDetails | null
  readonly created_at: Date
  readonly checked_at: Date | null
  readonly paid_at: Date | null
}

export const SELECT_PAYMENT = `
  select payment.id, payment.account_id, account.email, payment.provider, payment.is_test,
    payment.state, payment.version, payment.asked_units, payment.credited_units,
    payment.refunded_units, payment.disputed_units, payment.has_open_dispute,
    payment.has_stray_money, payment.is_automatic, payment.saves_card, payment.customer_ref,
    payment.method_ref, payment.session_ref, payment.intent_ref, payment.url,
    payment.receipt_number, payment.receipt_series, payment.receipt_index, payment.seller,
    coalesce(payment.buyer, to_jsonb(billing_details) - 'user_id') as buyer,
    payment.created_at, payment.checked_at, payment.paid_at
  from payment join account on account.id = payment.account_id
  left join billing_details on billing_details.user_id = account.user_id`

const RECEIPT_DIGITS = 6
const INDEX_DIGITS = 4

/** Converts a payment for the website. */
export function toPaymentResponse(row: PaymentRow): PaymentResponse {
  return {
    payment_id: row.id,
    receipt_number: receiptNumber(row),
    provider: row.provider,
    is_test: row.is_test,
    is_automatic: row.is_automatic,
    state: row.state,
    asked_units: toWireUnits(row.asked_units),
    credited_units: toWireUnits(row.credited_units),
    refunded_units: toWireUnits(row.refunded_units),
    disputed_units: toWireUnits(row.disputed_units),
    email: row.email,
    seller: row.seller,
    buyer: row.buyer,
    reference: row.intent_ref ?? row.session_ref,
    created_at: row.created_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
    url: row.state === 'open' ? row.url : null,
  }
}

/** Receipts from before there were series keep the number that they were issued with. */
function receiptNumber(row: PaymentRow): string | null {
  const { receipt_number: number, receipt_series: series, receipt_index: index } = row
  if (number === null) return null
  if (series === null || index === null) return `FN-${pad(number, RECEIPT_DIGITS)}`
  return `FN-${pad(series, RECEIPT_DIGITS)}-${pad(index, INDEX_DIGITS)}`
}

function pad(value: bigint, digits: number): string {
  return String(value).padStart(digits, '0')
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
