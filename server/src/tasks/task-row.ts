import type { ChargeState, TaskState } from '@footnote/contract/responses'
import type { Database } from '@footnote/platform/database/connect'
import { isUuid } from '@footnote/platform/is-uuid'
import type { ChargeOfAccount } from '../wallet/deliveries.ts'

export interface TaskRow {
  /** The id of its charge, which the caller knows it by unless it chose another. */
  readonly id: string
  readonly request_id: string
  readonly account_id: string
  readonly state: TaskState
  readonly charge_state: ChargeState
  /** Null unless the task was refunded. */
  readonly refund_cause: string | null
  readonly upstream_id: number | null
  readonly remote_id: string | null
  readonly structured: boolean
  readonly expires_at: Date
  /** By the database's clock. */
  readonly expired: boolean
  readonly result_seen: boolean
}

const COLUMNS = `task.id, coalesce(charge.request_id, charge.id) as request_id, task.account_id, task.state, charge.state as charge_state, charge.refund_cause,
  task.upstream_id, task.remote_id, task.structured, task.expires_at,
  clock_timestamp() >= task.expires_at as expired, task.result_seen`

export function chargeOf({ id, account_id }: TaskRow): ChargeOfAccount {
  return { chargeId: id, accountId: account_id }
}

/** A task in a final state never changes. */
export function isFinal(state: TaskState): boolean {
  return state === 'completed' || state === 'failed'
}

/** Finds a task of this account; returns undefined for another's, and for an invalid id. */
export async function findTask(
  database: Database,
  { taskId, accountId }: { taskId: string; accountId: string },
): Promise<TaskRow | undefined> {
  if (!isUuid(taskId)) return undefined
  const { rows } = await database.query<TaskRow>({
    name: 'find_task',
    text: `select ${COLUMNS} from task join charge on charge.id = task.id
           where task.id = named_charge($2, $1) and task.account_id = $2`,
    values: [taskId, accountId],
  })
  return rows[0]
}

/**
 * Claims unfinished tasks that are due by moving their next poll ahead: another instance takes over
 * if this one dies before it has stored the result.
 */
export async function claimDueTasks(database: Database, most: number): Promise<TaskRow[]> {
  const { rows } = await database.query<TaskRow>(
    `with due as (
       select id from task where next_look_at <= statement_timestamp()
       order by next_look_at limit $1
       for no key update skip locked
     ),
     claimed as (
       update task set next_look_at = clock_timestamp() + interval '1 minute'
       from due where task.id = due.id
       returning task.*
     )
     select ${COLUMNS} from claimed as task join charge on charge.id = task.id`,
    [most],
  )
  return rows
}
