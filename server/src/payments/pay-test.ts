import type { PaymentResponse } from '@footnote/contract/site/responses'
import type { Database } from '@footnote/platform/database/connect'
import { ApiError } from '../api-error.ts'
import { bringPayment, TestMoneyRefused } from './bring-payment.ts'
import { type PaymentRow, readPayment, toPaymentResponse } from './payment-row.ts'
import { type Snapshot, unpaid } from './snapshot.ts'

/** Pays or declines a payment of the test page, in the same way as any payment. */
export async function payTest(
  database: Database,
  {
    accountId,
    paymentId,
    outcome,
  }: { accountId: string; paymentId: string; outcome: 'pay' | 'decline' },
): Promise<PaymentResponse> {
  const row = await readPayment(database, paymentId)
  if (row?.account_id !== accountId || row.provider !== 'test') throw new ApiError('NOT_FOUND')
  if (row.state !== 'open') throw new ApiError('PAYMENT_CLOSED')
  const brought = await bringPayment(database, {
    paymentId,
    // A second attempt finds it closed and leaves it so.
    ask: async current => (current.state === 'open' ? chosen(current, outcome) : undefined),
  }).catch(explainRefusal)
  return toPaymentResponse(brought ?? row)
}

function chosen(row: PaymentRow, outcome: 'pay' | 'decline'): Snapshot {
  if (outcome === 'decline') return unpaid('failed')
  return { ...unpaid('open'), state: 'paid', receivedUnits: row.asked_units }
}

function explainRefusal(error: unknown): never {
  if (!(error instanceof TestMoneyRefused)) throw error
  throw new ApiError('PAYMENTS_UNAVAILABLE', {
    message:
      'Test payments are refused while a service runs on this database whose calls cost real money.',
  })
}
