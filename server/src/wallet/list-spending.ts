import type { SpendingResponse } from '@footnote/contract/site/responses'
import type { Tool } from '@footnote/contract/tools'
import { toWireUnits } from '@footnote/contract/units'
import type { Database } from '@footnote/platform/database/connect'

interface Row {
  day: string
  /** This and what follows is null on a day without calls. */
  tool: Tool | null
  key_name: string
  units: bigint
  pending_units: bigint
  refunded_units: bigint
  calls: number
  refunded_calls: number
}

/**
 * Sums an account's spending of some days up to a last one, by default today, by UTC day, tool and
 * key. `calls` counts every call, also refunded ones.
 */
export async function listSpending(
  database: Pick<Database, 'query'>,
  { accountId, days, lastDay }: { accountId: string; days: number; lastDay?: string | undefined },
): Promise<SpendingResponse> {
  const { rows } = await database.query<Row>({
    name: 'list_spending',
    // The bounds are of one moment for the whole statement, so that the index on an account's charges
    // is searched by them and no call falls between the days.
    text: `with span as (
             select coalesce($3::date, (statement_timestamp() at time zone 'utc')::date) as last_day
           ), spent as (
             select (charge.created_at at time zone 'utc')::date as day, charge.tool,
               coalesce(api_key.name, 'website') as key_name,
               coalesce(sum(charge.cost_units) filter (where charge.state <> 'refunded'), 0)::bigint
                 as units,
               coalesce(sum(charge.cost_units) filter (where charge.state = 'held'), 0)::bigint
                 as pending_units,
               coalesce(sum(charge.cost_units) filter (where charge.state = 'refunded'), 0)::bigint
                 as refunded_units,
               count(*)::integer as calls,
               (count(*) filter (where charge.state = 'refunded'))::integer as refunded_calls
             from charge left join api_key on api_key.id = charge.key_id
             where charge.account_id = $1
               and charge.created_at >= (select last_day - $2::integer + 1 from span)::timestamp
                 at time zone 'utc'
               and charge.created_at < (select last_day + 1 from span)::timestamp at time zone 'utc'
             group by 1, 2, 3
           )
           select to_char(listed.day, 'YYYY-MM-DD') as day, spent.tool, spent.key_name, spent.units,
             spent.pending_units, spent.refunded_units, spent.calls, spent.refunded_calls
           from span
           cross join generate_series(0, $2::integer - 1) as back (days)
           cross join lateral (select span.last_day - back.days as day) as listed
           left join spent on spent.day = listed.day
           order by listed.day, spent.tool, spent.key_name`,
    values: [accountId, days, lastDay ?? null],
  })
  return {
    days: [...new Set(rows.map(({ day }) => day))],
    spending: rows.flatMap(({ tool, units, pending_units, refunded_units, ...row }) =>
      tool === null
        ? []
        : [
            {
              ...row,
              tool,
              units: toWireUnits(units),
              pending_units: toWireUnits(pending_units),
              refunded_units: toWireUnits(refunded_units),
            },
          ],
    ),
  }
}
