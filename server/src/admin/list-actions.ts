import type { ActionKind, ActionsResponse } from '@footnote/contract/site/operator'
import { toWireUnits } from '@footnote/contract/units'
import type { Database } from '@footnote/platform/database/connect'

interface Row {
  action_id: string
  kind: ActionKind
  operator: string
  account_id: string | null
  account_email: string | null
  subject: string | null
  units: bigint | null
  reason: string
  created_at: Date
}

type Action = ActionsResponse['actions'][number]

const SELECT = `
  select operator_action.id as action_id, operator_action.kind, operator_action.operator,
    operator_action.account_id, account.email as account_email, operator_action.subject,
    operator_action.units, operator_action.reason, operator_action.created_at
  from operator_action left join account on account.id = operator_action.account_id`

/** Lists admins' actions, newest first: all of them, or those on one account. */
export async function listActions(
  database: Database,
  {
    most,
    accountId,
    before,
  }: {
    most: number
    accountId?: string
    /** The oldest action of the page before. */
    before?: string | undefined
  },
): Promise<ActionsResponse> {
  const { rows } = await database.query<Row>(
    `${SELECT}
     where ($1::uuid is null or operator_action.account_id = $1)
       and ($2::uuid is null or (operator_action.created_at, operator_action.id)
         < (select known.created_at, known.id from operator_action as known where known.id = $2))
     order by operator_action.created_at desc, operator_action.id desc
     limit $3`,
    [accountId, before, most + 1],
  )
  const actions = rows.slice(0, most).map(toAction)
  return { actions, before: rows.length > most ? (actions.at(-1)?.action_id ?? null) : null }
}

export async function readAction(database: Database, actionId: string): Promise<Action> {
  const { rows } = await database.query<Row>(`${SELECT} where operator_action.id = $1`, [actionId])
  const [row] = rows
  if (!row) throw new Error('a completed action was not found')
  return toAction(row)
}

function toAction(row: Row): Action {
  return {
    ...row,
    units: row.units === null ? null : toWireUnits(row.units),
    created_at: row.created_at.toISOString(),
  }
}
