import { randomUUIDv7 } from 'node:crypto'
import { pages } from '@footnote/contract/site/pages'
import type { Database } from '@footnote/platform/database/connect'
import { type PaymentRow, SELECT_PAYMENT, toPaymentResponse } from './payment-row.ts'
import { receiptText } from './receipt-text.ts'

const MOST_PER_ROUND = 100

/**
 * Mails the receipts of payments that were credited. A receipt stops being due in the statement that puts
 * its message into the outbox, so processes may race and die.
 */
export async function mailReceipts(
  database: Database,
  { origin }: { origin: () => string },
): Promise<void> {
  const { rows } = await database.query<PaymentRow>(
    `${SELECT_PAYMENT} where payment.receipt_is_due limit $1`,
    [MOST_PER_ROUND],
  )
  for (const row of rows) {
    const payment = toPaymentResponse(row)
    const url = `${origin()}${pages.receipt.replace('$paymentId', row.id)}`
    await database.query(
      `with due as (
         update payment set receipt_is_due = false where id = $1 and receipt_is_due
         returning account_id
       )
       insert into mail (id, recipient, subject, body)
       select $2, account.email, $3, $4
       from due join account on account.id = due.account_id
       -- Accounts that nobody has claimed or that are closed have nobody to write to.
       where account.user_id is not null`,
      [
        row.id,
        randomUUIDv7(),
        `Receipt ${payment.receipt_number} from Footnote`,
        receiptText(payment, { url }),
      ],
    )
  }
}
