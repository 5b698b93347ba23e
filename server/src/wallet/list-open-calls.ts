import { limits } from '@footnote/contract/limits'
import type { ChargeState, TaskState } from '@footnote/contract/responses'
import type { OpenCallsResponse } from '@footnote/contract/site/responses'
import type { Effort, Tool } from '@footnote/contract/tools'
import { toWireUnits } from '@footnote/contract/units'
import type { Database } from '@footnote/platform/database/connect'

interface Row {
  request_id: string
  tool: Tool
  effort: Effort | null
  cost_units: bigint
  charge_state: ChargeState
  task_state: TaskState | null
  expires_at: Date | null
  created_at: Date
}

/**
 * Lists calls to return to, newest first: running calls of the website, and tasks of any key until
 * they expire. It reads no further back than the lifetime of a task.
 */
export async function listOpenCalls(
  database: Database,
  { accountId, taskLifetimeMs }: { accountId: string; taskLifetimeMs: number },
): Promise<OpenCallsResponse['calls']> {
  const { rows } = await database.query<Row>({
    name: 'list_open_calls',
    text: `select coalesce(charge.request_id, charge.id) as request_id, charge.tool, charge.effort, charge.cost_units,
             charge.state as charge_state, task.state as task_state, task.expires_at,
             charge.created_at
           from charge left join task on task.id = charge.id
           where charge.account_id = $1
             and charge.created_at > statement_timestamp() - $2 * interval '1 millisecond'
             and (task.expires_at > statement_timestamp()
               or task.id is null and charge.key_id is null and charge.state = 'held')
           order by charge.created_at desc, charge.id desc
           limit $3`,
    values: [accountId, taskLifetimeMs, limits.usageCalls],
  })
  return rows.map(row => ({
    request_id: row.request_id,
    tool: row.tool,
    effort: row.effort,
    cost_units: toWireUnits(row.cost_units),
    charge_state: row.charge_state,
    task:
      row.task_state && row.expires_at
        ? { status: row.task_state, expires_at: row.expires_at.toISOString() }
        : null,
    created_at: row.created_at.toISOString(),
  }))
}
