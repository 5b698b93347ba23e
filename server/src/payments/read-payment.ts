import type { Database } from '@footnote/platform/database/connect'
import { type PaymentRow, SELECT_PAYMENT } from './payment-row.ts'

export async function readPayment(
  database: Database,
  paymentId: string,
): Promise<PaymentRow | undefined> {
  const { rows } = await database.query<PaymentRow>(`${SELECT_PAYMENT} where payment.id = $1`, [
    paymentId,
  ])
  return rows[0]
}
