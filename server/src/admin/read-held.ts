import type { TaskState } from '@footnote/contract/responses'
import type { HeldResponse } from '@footnote/contract/site/operator'
import type { Effort, Tool } from '@footnote/contract/tools'
import { toWireUnits } from '@footnote/contract/units'
import type { Database } from '@footnote/platform/database/connect'

/** Ages in seconds: synchronous calls end within the second bound, tasks within the last. */
const AGES_SECONDS = [60, 420, 3_600, 21_600, 86_400]

interface AgeRow {
  age: number
  calls: number
  tasks: number
  units: bigint
}

interface ChargeRow {
  request_id: string
  account_id: string
  email: string
  tool: Tool
  effort: Effort | null
  units: bigint
  state: 'held'
  created_at: Date
  deadline_at: Date
  task_status: TaskState | null
  looks: number | null
  next_look_at: Date | null
  expires_at: Date | null
}

/** Sums held charges by age and lists the oldest. */
export async function readHeld(
  database: Database,
  { most }: { most: number },
): Promise<HeldResponse> {
  const [ages, charges] = await Promise.all([readAges(database), readOldest(database, most)])
  return { ages, charges }
}

async function readAges(database: Database): Promise<HeldResponse['ages']> {
  const { rows } = await database.query<AgeRow>(
    `select width_bucket(extract(epoch from clock_timestamp() - open_charge.created_at), $1::numeric[])
         as age,
       count(*) filter (where task.id is null)::integer as calls, count(task.id)::integer as tasks,
       sum(open_charge.cost_units)::bigint as units
     from open_charge left join task on task.id = open_charge.charge_id
     where open_charge.captured_at is null
     group by age`,
    [AGES_SECONDS],
  )
  return [...AGES_SECONDS, null].map((upTo, place) => {
    const row = rows.find(({ age }) => age === place)
    return {
      up_to_seconds: upTo,
      calls: row?.calls ?? 0,
      tasks: row?.tasks ?? 0,
      units: toWireUnits(row?.units ?? 0n),
    }
  })
}

async function readOldest(database: Database, most: number): Promise<HeldResponse['charges']> {
  const { rows } = await database.query<ChargeRow>(
    `select coalesce(charge.request_id, charge.id) as request_id, charge.account_id, account.email, charge.tool, charge.effort,
       charge.cost_units as units, charge.state, charge.created_at, open_charge.deadline_at,
       task.state as task_status, task.looks, task.next_look_at, task.expires_at
     from open_charge
     join charge on charge.id = open_charge.charge_id
     join account on account.id = charge.account_id
     left join task on task.id = charge.id
     where open_charge.captured_at is null
     order by open_charge.created_at, charge.id limit $1`,
    [most],
  )
  return rows.map(({ task_status, looks, next_look_at, expires_at, ...row }) => ({
    ...row,
    units: toWireUnits(row.units),
    created_at: row.created_at.toISOString(),
    deadline_at: row.deadline_at.toISOString(),
    task:
      task_status === null || looks === null || expires_at === null
        ? null
        : {
            status: task_status,
            looks,
            next_look_at: next_look_at?.toISOString() ?? null,
            expires_at: expires_at.toISOString(),
          },
  }))
}
