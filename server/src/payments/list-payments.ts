import { siteLimits } from '@footnote/contract/site/limits'
import type { PaymentResponse } from '@footnote/contract/site/responses'
import type { Database } from '@footnote/platform/database/connect'
import { type PaymentRow, SELECT_PAYMENT, toPaymentResponse } from './payment-row.ts'

/** The latest payments of an account, newest first. */
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
