import { limits } from '@footnote/contract/limits'
import type { TaskState, TasksResponse } from '@footnote/contract/responses'
import type { Effort } from '@footnote/contract/tools'
import { toUsd, toWireUnits } from '@footnote/contract/units'
import type { Database } from '@footnote/platform/database/connect'

interface Row {
  id: string
  task_id: string
  status: TaskState
  effort: Effort
  cost_units: bigint
  key_name: string
  created_at: Date
  created_us: bigint
  expires_at: Date
}

/** One page of an account's tasks, newest first, with the states that the database knows. */
export async function listTasks(
  database: Database,
  accountId: string,
  {
    cursor,
    state,
    most = limits.usageCalls,
  }: { cursor?: string | undefined; state?: TaskState | undefined; most?: number } = {},
): Promise<TasksResponse> {
  const { rows } = await database.query<Row>({
    name: 'list_tasks',
    // Ids of tasks begin with their time, so the newest have the highest.
    text: `select task.id, coalesce(charge.request_id, task.id) as task_id, task.state as status,
             charge.effort, charge.cost_units, coalesce(api_key.name, 'website') as key_name,
             charge.created_at, task.expires_at,
             (extract(epoch from charge.created_at) * 1000000)::bigint as created_us
           from task
           join charge on charge.id = task.id
           left join api_key on api_key.id = charge.key_id
           where task.account_id = $1 and task.id < $2
             and ($3::task_state is null or task.state = $3)
           order by task.id desc
           limit $4`,
    values: [accountId, cursor?.slice(cursor.indexOf('-') + 1) ?? LAST_ID, state, most + 1],
  })
  const page = rows.slice(0, most)
  const last = page.at(-1)
  return {
    tasks: page.map(row => ({
      task_id: row.task_id,
      status: row.status,
      effort: row.effort,
      cost_usd: toUsd(row.cost_units),
      cost_units: toWireUnits(row.cost_units),
      key_name: row.key_name,
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
    })),
    ...(last && rows.length > page.length && { next_cursor: `${last.created_us}-${last.id}` }),
  }
}

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
