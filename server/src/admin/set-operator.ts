import type { Database } from '@footnote/platform/database/connect'
import { type Action, actionRow, carryOut, type Outcome } from './action.ts'

/** Opens the operator's area to the owner of an account, or closes it to them. */
export async function setOperator(
  database: Database,
  action: Action,
  { accountId, isOperator }: { accountId: string; isOperator: boolean },
): Promise<Outcome> {
  const kind = isOperator ? 'grant_operator' : 'withdraw_operator'
  return carryOut(
    database,
    'select set_operator(jsonb_populate_record(null::operator_action, $1)) as outcome',
    [actionRow(action, { kind, accountId })],
  )
}
