import type { Database } from '@footnote/platform/database/connect'
import { ApiError } from '../api-error.ts'
import { type PaymentRow, SELECT_PAYMENT } from './payment-row.ts'
import type { StripeProvider } from './stripe/stripe-provider.ts'

interface Dependencies {
  readonly database: Database
  readonly provider: StripeProvider | undefined
  readonly reportFault: (error: unknown) => void
}

/**
 * Ends an account's unpaid payments. One that was paid meanwhile is credited. Throws if one is
 * being paid, or if that cannot be determined.
 */
export async function endPayments(deps: Dependencies, accountId: string): Promise<void> {
  const { rows } = await deps.database.query<PaymentRow>(
    `${SELECT_PAYMENT} where payment.account_id = $1 and payment.state in ('open', 'processing')
     order by payment.id`,
    [accountId],
  )
  for (const row of rows) {
    const isEnded = await endPayment(deps, row).catch(error => {
      deps.reportFault(error)
      return false
    })
    if (!isEnded) throw new ApiError('PAYMENTS_RUNNING')
  }
}

async function endPayment({ database, provider }: Dependencies, row: PaymentRow): Promise<boolean> {
  if (provider?.knows(row)) {
    const ended = await provider.end(row)
    return ended !== undefined && !['open', 'processing'].includes(ended.state)
  }
  // Without a session, nobody was sent to a page to pay. With one, real money may come in until the
  // provider says otherwise.
  return row.is_test || row.session_ref === null ? markExpired(database, row) : false
}

/** Returns false if the payment has changed since it was read. */
async function markExpired(database: Database, row: PaymentRow): Promise<boolean> {
  const { rowCount } = await database.query(
    `update payment set state = 'expired', version = version + 1
     where id = $1 and version = $2 and session_ref is not distinct from $3`,
    [row.id, row.version, row.session_ref],
  )
  return rowCount === 1
}
