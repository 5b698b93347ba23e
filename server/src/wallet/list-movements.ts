import { siteLimits } from '@footnote/contract/site/limits'
import type { MovementKind, MovementsResponse } from '@footnote/contract/site/responses'
import type { Effort, Tool } from '@footnote/contract/tools'
import { toWireUnits } from '@footnote/contract/units'
import type { Database } from '@footnote/platform/database/connect'

interface Row {
  id: bigint
  kind: MovementKind
  units: bigint
  balance_units: bigint
  reason: string | null
  request_id: string | null
  tool: Tool | null
  effort: Effort | null
  key_name: string | null
  payment_id: string | null
  created_at: Date
  created_us: bigint
}

/** The purpose of a movement; only an admin's own reason says more. */
export const KIND = `
  case
    when movement.action_id is not null then 'adjustment'
    when movement.source = 'wallet' and movement.target = 'held' then 'charge'
    when movement.source in ('held', 'captured') then 'refund'
    when movement.target = 'debt' then 'debt_settled'
    when movement.payment_id is not null
      and movement.reason not in ('refund_returned', 'test_returned')
      then movement.reason
    when movement.source = 'outside' then 'credit'
    when movement.reason = 'withdrawal' then 'withdrawal'
    else 'closure'
  end`

const REASON = `
  case
    when movement.action_id is not null then movement.reason
    when movement.reason = 'refund_returned' and movement.payment_id is not null
      then 'A refund of the payment could not be delivered and came back.'
    when movement.reason = 'test_returned' and movement.payment_id is not null
      then 'What refunds and disputes of test payments had taken came back.'
    when movement.source = 'outside' and movement.payment_id is null then movement.reason
  end`

/** Everything that went into or out of a wallet, newest first, with the balance that it left. */
export async function listMovements(
  database: Database,
  {
    accountId,
    before,
    from,
    to,
    most = siteLimits.movementsPerPage,
  }: {
    accountId: string
    before?: string | undefined
    from?: Date | null
    to?: Date | null
    most?: number
  },
): Promise<MovementsResponse> {
  const { rows } = await database.query<Row>({
    name: 'list_movements',
    // Debits are found by the account's charges, everything else by an index of its own. Times of one
    // batch may reach a little into the next, so the id decides at the edge of a page.
    text: `with page as (
             (select movement.* from charge
              join movement on movement.charge_id = charge.id
                and movement.source = 'wallet' and movement.target = 'held'
              where charge.account_id = $1
                -- A charge and its debit have nearly the same time.
                and charge.created_at >= coalesce($5::timestamptz - interval '1 hour', '-infinity')
                and charge.created_at < coalesce($6::timestamptz + interval '1 hour', 'infinity')
                and movement.created_at >= coalesce($5, '-infinity')
                and movement.created_at < coalesce($6, 'infinity')
                and charge.created_at <= coalesce(
                  'epoch'::timestamptz + ($3::bigint + 1000) * interval '1 microsecond', 'infinity')
                and movement.id < coalesce($2::bigint, 9223372036854775807)
              order by charge.created_at desc
              limit $4)
             union all
             (select movement.* from movement
              where movement.account_id = $1 and movement.balance_units is not null
                and (movement.target = 'wallet' or movement.charge_id is null)
                and movement.created_at >= coalesce($5, '-infinity')
                and movement.created_at < coalesce($6, 'infinity')
                and movement.id < coalesce($2::bigint, 9223372036854775807)
              order by movement.id desc
              limit $4)
           )
           select movement.id, ${KIND} as kind,
             case when movement.target = 'wallet' then movement.units else -movement.units end as units,
             movement.balance_units, ${REASON} as reason, coalesce(charge.request_id, movement.charge_id) as request_id, charge.tool,
             charge.effort, movement.payment_id, movement.created_at,
             (extract(epoch from movement.created_at) * 1000000)::bigint as created_us,
             case when charge.id is not null then coalesce(api_key.name, 'website') end as key_name
           from page as movement
           left join charge on charge.id = movement.charge_id
           left join api_key on api_key.id = charge.key_id
           order by movement.id desc
           limit $4`,
    values: [accountId, ...(before?.split('-') ?? [null, null]), most + 1, from, to],
  })
  const page = rows.slice(0, most)
  const last = page.at(-1)
  return {
    movements: page.map(row => ({
      movement_id: String(row.id),
      kind: row.kind,
      units: toWireUnits(row.units),
      balance_units: toWireUnits(row.balance_units),
      reason: row.reason,
      request_id: row.request_id,
      tool: row.tool,
      effort: row.effort,
      key_name: row.key_name,
      payment_id: row.payment_id,
      created_at: row.created_at.toISOString(),
    })),
    before: last && rows.length > page.length ? `${last.id}-${last.created_us}` : null,
  }
}
