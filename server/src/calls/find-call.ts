import type { ChargeState, TaskState } from '@footnote/contract/responses'
import type { Database } from '@footnote/platform/database/connect'
import { isUuid } from '@footnote/platform/is-uuid'

export interface CallRow {
  readonly charge_id: string
  readonly request_id: string
  readonly state: ChargeState
  /** Null unless the call was refunded. */
  readonly refund_cause: string | null
  readonly cost_units: bigint
  readonly balance_units: bigint
  /** Null unless the call is a task. */
  readonly task_state: TaskState | null
  /** The instance that ran the call. */
  readonly instance_id: string | null
  /** Whether that instance is alive by the database's clock. */
  readonly instance_lives: boolean
  /** Address at which other instances reach it, if it has one. */
  readonly instance_url: string | null
  /** Whether it was captured and nobody has confirmed that the result went out. */
  readonly is_undelivered: boolean
  readonly settled_ms: number | null
}

/** Finds a call of this account; returns undefined for another's, and for an invalid id. */
export async function findCall(
  database: Database,
  { requestId, accountId }: { requestId: string; accountId: string },
): Promise<CallRow | undefined> {
  const id = requestId.toLowerCase()
  if (!isUuid(id)) return undefined
  const { rows } = await database.query<CallRow>({
    name: 'find_call',
    text: `select charge.id as charge_id, coalesce(charge.request_id, charge.id) as request_id,
             charge.state, charge.refund_cause, charge.cost_units, wallet.balance_units,
             task.state as task_state, charge.instance_id,
             coalesce(instance.lease_until > clock_timestamp(), false) as instance_lives,
             instance.url as instance_url,
             open_charge.captured_at is not null as is_undelivered,
             (extract(epoch from clock_timestamp() - charge.settled_at) * 1000)::float8 as settled_ms
           from charge
           join wallet on wallet.account_id = charge.account_id
           left join task on task.id = charge.id
           left join instance on instance.id = charge.instance_id
           left join open_charge on open_charge.charge_id = charge.id
           where charge.id = named_charge($2, $1) and charge.account_id = $2`,
    values: [id, accountId],
  })
  return rows[0]
}
