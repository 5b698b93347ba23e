import type { ActionKind } from '@footnote/contract/site/operator'
import type { Database } from '@footnote/platform/database/connect'

/** Who acts: an operator on the website, or whoever has the command line. */
export interface Operator {
  readonly accountId: string | null
  readonly name: string
}

export const COMMAND_LINE: Operator = { accountId: null, name: 'command line' }

/** What an operator wants done. The same id happens once, however often it is sent. */
export interface Action {
  readonly actionId: string
  readonly operator: Operator
  readonly reason: string
}

/** The row of an action, as the database's functions take it. */
export function actionRow(
  { actionId, operator, reason }: Action,
  what: {
    readonly kind: ActionKind
    readonly accountId?: string
    readonly subject?: string
    readonly units?: bigint
  },
): string {
  return JSON.stringify({
    id: actionId,
    kind: what.kind,
    operator_account_id: operator.accountId,
    operator: operator.name,
    account_id: what.accountId,
    subject: what.subject,
    units: what.units === undefined ? undefined : String(what.units),
    reason,
  })
}

/** How an action ended: done now or before, or why it was not. */
export type Outcome =
  | 'done'
  // The id stands for something else that was done.
  | 'another'
  | 'unknown'
  | 'unchanged'
  | 'closed'
  | 'too_much'

/** Whether an action, given by its row, was done before or its id stands for another. */
export async function findOutcome(
  database: Database,
  row: string,
): Promise<'done' | 'another' | undefined> {
  const { rows } = await database.query<{ outcome: 'done' | 'another' | null }>(
    'select meet_action(jsonb_populate_record(null::operator_action, $1)) as outcome',
    [row],
  )
  return rows[0]?.outcome ?? undefined
}

/** Runs one of the database's functions, each of which does an action as a whole or not at all. */
export async function carryOut(
  database: Database,
  text: string,
  values: readonly unknown[],
): Promise<Outcome> {
  const send = () => database.query<{ outcome: Outcome }>(text, [...values])
  // Once more, should only the reply have been lost.
  const { rows } = await send().catch(send)
  const [row] = rows
  if (!row) throw new Error('an action returned nothing')
  return row.outcome
}
