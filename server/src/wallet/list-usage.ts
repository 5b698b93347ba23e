import { limits } from '@footnote/contract/limits'
import type { Effort, Tool } from '@footnote/contract/prices'
import type { ChargeState } from '@footnote/contract/responses'
import type { Database } from '../database/connect.ts'

export interface ChargedCall {
  readonly request_id: string
  readonly tool: Tool
  readonly effort: Effort | null
  readonly cost_units: bigint
  readonly state: ChargeState
  readonly key_name: string
  readonly created_at: Date
}

/** The latest charged calls of an account, newest first. */
export async function listUsage(database: Database, accountId: string): Promise<ChargedCall[]> {
  const { rows } = await database.query<ChargedCall>({
    name: 'list_usage',
    text: `select charge.id as request_id, charge.tool, charge.effort, charge.cost_units,
             charge.state, coalesce(api_key.name, 'website') as key_name, charge.created_at
           from charge left join api_key on api_key.id = charge.key_id
           where charge.account_id = $1
           order by charge.created_at desc, charge.id desc
           limit $2`,
    values: [accountId, limits.usageCalls],
  })
  return rows
}
