import type { OperatorPaymentsResponse } from '@footnote/contract/site/operator'
import type { Database } from '@footnote/platform/database/connect'
import { type PaymentRow, SELECT_PAYMENT, toPaymentResponse } from '../payments/payment-row.ts'

type Payment = OperatorPaymentsResponse['payments'][number]

export type PaymentFilter = 'all' | 'under_way' | 'returned' | 'stray'

const CONDITIONS: Readonly<Record<PaymentFilter, string>> = {
  all: 'true',
  under_way: `payment.state in ('open', 'processing')`,
  returned:
    '(payment.refunded_units > 0 or payment.disputed_units > 0 or payment.has_open_dispute)',
  stray: 'payment.has_stray_money',
}

/** Lists the latest payments of all accounts or of one, newest first. */
export async function listAllPayments(
  database: Database,
  {
    show = 'all',
    accountId,
    most,
  }: { show?: PaymentFilter | undefined; accountId?: string; most: number },
): Promise<Pick<OperatorPaymentsResponse, 'payments' | 'is_cut'>> {
  const { rows } = await database.query<PaymentRow>(
    `${SELECT_PAYMENT}
     where ${CONDITIONS[show]} and ($1::uuid is null or payment.account_id = $1)
     order by payment.created_at desc, payment.id desc limit $2`,
    [accountId, most + 1],
  )
  return { payments: rows.slice(0, most).map(toPayment), is_cut: rows.length > most }
}

function toPayment(row: PaymentRow): Payment {
  return {
    ...toPaymentResponse(row),
    account_id: row.account_id,
    has_open_dispute: row.has_open_dispute,
    has_stray_money: row.has_stray_money,
    checked_at: row.checked_at?.toISOString() ?? null,
  }
}

interface Row {
  read_until: Date
  waiting: number
  waiting_since: Date | null
}

/** Returns how far the provider's events have been read, in the mode that was read last. */
export async function readReconciliation(
  database: Database,
): Promise<OperatorPaymentsResponse['reconciliation']> {
  const { rows } = await database.query<Row>(
    `select payment_cursor.read_until, count(payment_subject.subject)::integer as waiting,
       min(payment_subject.failed_at) as waiting_since
     from payment_cursor left join payment_subject on payment_subject.mode = payment_cursor.mode
     group by payment_cursor.mode
     order by payment_cursor.read_until desc limit 1`,
  )
  const [row] = rows
  return {
    read_until: row?.read_until.toISOString() ?? null,
    waiting: row?.waiting ?? 0,
    waiting_since: row?.waiting_since?.toISOString() ?? null,
  }
}
