import type { Database } from '@footnote/platform/database/connect'
import { type Action, actionRow, carryOut, type Outcome } from './action.ts'

/** Freezes an account, or lifts the operator's freeze; one for a debt or a dispute stays. */
export async function setAccountState(
  database: Database,
  action: Action,
  { accountId, state }: { accountId: string; state: 'active' | 'frozen' },
): Promise<Outcome> {
  const kind = state === 'frozen' ? 'freeze' : 'unfreeze'
  return carryOut(
    database,
    'select set_account_state(jsonb_populate_record(null::operator_action, $1)) as outcome',
    [actionRow(action, { kind, accountId })],
  )
}
