import { MAX_UNITS } from '@footnote/contract/units'
import type { Database } from '@footnote/platform/database/connect'
import { type Action, actionRow, carryOut, type Outcome } from './action.ts'

/** Puts money into a wallet, or takes some out where units are negative. */
export async function adjustWallet(
  database: Database,
  action: Action,
  {
    accountId,
    units,
    reference = `action:${action.actionId}`,
  }: {
    accountId: string
    units: bigint
    /** What money came by, should that have a name of its own: the same one never comes in twice. */
    reference?: string
  },
): Promise<Outcome> {
  if (units === 0n || units > MAX_UNITS || units < -MAX_UNITS) throw new RangeError('no adjustment')
  const kind = units > 0n ? 'credit' : 'debit'
  return carryOut(
    database,
    'select adjust_wallet(jsonb_populate_record(null::operator_action, $1), $2) as outcome',
    [actionRow(action, { kind, accountId, units }), reference],
  )
}
