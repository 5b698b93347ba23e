import type { OverviewResponse } from '@footnote/contract/site/operator'
import { MAX_UNITS, toWireUnits } from '@footnote/contract/units'
import type { Database } from '@footnote/platform/database/connect'
import { listAudits } from './audit-runs.ts'

interface Row {
  accounts: number
  balance_units: bigint
  debt_units: bigint
  held_units: bigint
  held_calls: number
  oldest_held_at: Date | null
  overdue_calls: number
  earned_units: bigint
  refunded_units: bigint
  recharged_units: bigint
}

/**
 * Sums all money: wallets with one row per account, held charges from their own table, and charges
 * that were settled in the last day.
 */
export async function readOverview(database: Database): Promise<OverviewResponse> {
  const { rows } = await database.query<Row>(
    // `statement_timestamp()` is constant within the statement, so an index can be used for it.
    `select present.accounts, money.balance_units, money.debt_units, held.*, settled.*,
       (select coalesce(sum(credited_units), 0)::bigint from payment
        where paid_at >= statement_timestamp() - interval '24 hours') as recharged_units
     from (select count(*)::integer as accounts from account where state <> 'closed') as present,
       (select least(coalesce(sum(balance_units), 0), $1)::bigint as balance_units,
          least(coalesce(sum(debt_units), 0), $1)::bigint as debt_units from wallet) as money,
       (select coalesce(sum(cost_units), 0)::bigint as held_units, count(*)::integer as held_calls,
          min(created_at) as oldest_held_at,
          count(*) filter (where deadline_at < statement_timestamp())::integer as overdue_calls
        from open_charge where captured_at is null) as held,
       (select coalesce(sum(cost_units) filter (where state = 'captured'), 0)::bigint
            as earned_units,
          coalesce(sum(cost_units) filter (where state = 'refunded'), 0)::bigint as refunded_units
        from charge where settled_at >= statement_timestamp() - interval '24 hours') as settled`,
    [MAX_UNITS],
  )
  const [row] = rows
  if (!row) throw new Error('the overview is empty')
  const [latest] = await listAudits(database, { most: 1 })
  return {
    accounts: row.accounts,
    balance_units: toWireUnits(row.balance_units),
    held_units: toWireUnits(row.held_units),
    debt_units: toWireUnits(row.debt_units),
    earned_units: toWireUnits(row.earned_units),
    refunded_units: toWireUnits(row.refunded_units),
    recharged_units: toWireUnits(row.recharged_units),
    held_calls: row.held_calls,
    oldest_held_at: row.oldest_held_at?.toISOString() ?? null,
    overdue_calls: row.overdue_calls,
    last_audit: latest ?? null,
  }
}
