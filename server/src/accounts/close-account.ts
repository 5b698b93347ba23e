import type { Database } from '@footnote/platform/database/connect'

export type Closure =
  | 'closed'
  | 'frozen'
  | 'calls_running'
  | 'balance_changed'
  // And that is all that stands in its way.
  | 'payments_running'

/** Closes an account for good, in one statement; closing it once more changes nothing. */
export async function closeAccount(
  database: Database,
  { accountId, shownUnits }: { accountId: string; shownUnits: bigint },
): Promise<Closure> {
  const { rows } = await database.query<{ outcome: Closure }>(
    'select close_account($1, $2) as outcome',
    [accountId, shownUnits],
  )
  const [row] = rows
  if (!row) throw new Error('close_account returned nothing')
  return row.outcome
}
