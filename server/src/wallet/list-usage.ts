import { limits } from '@footnote/contract/limits'
import type { ChargeState, UsageResponse } from '@footnote/contract/responses'
import type { Effort, Tool } from '@footnote/contract/tools'
import { toUsd, toWireUnits } from '@footnote/contract/units'
import type { Database } from '@footnote/platform/database/connect'

interface Row {
  request_id: string
  tool: Tool
  effort: Effort | null
  cost_units: bigint
  state: ChargeState
  key_name: string
  created_at: Date
}

/** The latest charged calls of an account, newest first, as the wire has them. */
export async function listUsage(
  database: Database,
  accountId: string,
): Promise<UsageResponse['calls']> {
  const { rows } = await database.query<Row>({
    name: 'list_usage',
    text: `select coalesce(charge.request_id, charge.id) as request_id, charge.tool, charge.effort, charge.cost_units,
             charge.state, coalesce(api_key.name, 'website') as key_name, charge.created_at
           from charge left join api_key on api_key.id = charge.key_id
           where charge.account_id = $1
           order by charge.created_at desc, charge.id desc
           limit $2`,
    values: [accountId, limits.usageCalls],
  })
  return rows.map(row => ({
    request_id: row.request_id,
    tool: row.tool,
    effort: row.effort,
    cost_usd: toUsd(row.cost_units),
    cost_units: toWireUnits(row.cost_units),
    state: row.state,
    key_name: row.key_name,
    created_at: row.created_at.toISOString(),
  }))
}
