import type { Database } from '@footnote/platform/database/connect'

const MOST_PER_ROUND = 500

/**
 * Pays debts with what has come back into their wallets since, from calls that were refunded. Credits do
 * so by themselves; refunds of calls must stay quick.
 */
export async function collectDebts(
  database: Database,
  { signal, reportFault }: { signal?: AbortSignal; reportFault: (error: unknown) => void },
): Promise<void> {
  const { rows } = await database.query<{ account_id: string }>(
    `select account_id from wallet where debt_units > 0 and balance_units > 0
     order by account_id limit $1`,
    [MOST_PER_ROUND],
  )
  for (const { account_id } of rows) {
    if (signal?.aborted) return
    // One that cannot be collected must not keep the others from it.
    await database.query('select collect_debt($1)', [account_id]).catch(reportFault)
  }
}
