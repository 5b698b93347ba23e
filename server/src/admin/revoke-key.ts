import type { Database } from '@footnote/platform/database/connect'
import { type Action, actionRow, carryOut, type Outcome } from './action.ts'

export async function revokeKey(
  database: Database,
  action: Action,
  { keyId }: { keyId: string },
): Promise<Outcome> {
  return carryOut(
    database,
    'select revoke_key(jsonb_populate_record(null::operator_action, $1)) as outcome',
    [actionRow(action, { kind: 'revoke_key', subject: keyId })],
  )
}
