import type { Database } from '@footnote/platform/database/connect'
import { type Action, actionRow, carryOut, type Outcome } from './action.ts'

/**
 * Notes that an operator had the provider asked about a payment. Afterwards: what came of it is what the
 * provider says, which the service finds out by itself too.
 */
export async function recordCheck(
  database: Database,
  action: Action,
  { accountId, paymentId }: { accountId: string; paymentId: string },
): Promise<Outcome> {
  return carryOut(
    database,
    'select record_action(jsonb_populate_record(null::operator_action, $1)) as outcome',
    [actionRow(action, { kind: 'check_payment', accountId, subject: paymentId })],
  )
}
