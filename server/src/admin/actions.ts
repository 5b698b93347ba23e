import type { ActionKind } from '@footnote/contract/site/operator'
import { MAX_UNITS } from '@footnote/contract/units'
import type { Database } from '@footnote/platform/database/connect'

/** The author of an action: an admin on the website, or the command line. */
export interface Operator {
  readonly accountId: string | null
  readonly name: string
}

export const COMMAND_LINE: Operator = { accountId: null, name: 'command line' }

/** A request for an action. An id takes effect once, however often it is sent. */
export interface Action {
  readonly actionId: string
  readonly operator: Operator
  readonly reason: string
}

/** Builds the `operator_action` row that the database's functions take. */
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

/** The result of an action: done, now or earlier, or the reason it was not. */
export type Outcome =
  | 'done'
  // The id belongs to a different action.
  | 'another'
  | 'unknown'
  | 'unchanged'
  | 'closed'
  | 'too_much'

/** Returns whether the action was done before, or its id belongs to another one. */
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

/** Calls a database function that performs an action completely or not at all. */
export async function carryOut(
  database: Database,
  text: string,
  values: readonly unknown[],
): Promise<Outcome> {
  const send = () => database.query<{ outcome: Outcome }>(text, [...values])
  // Retries once, in case only the reply was lost.
  const { rows } = await send().catch(send)
  const [row] = rows
  if (!row) throw new Error('an action returned nothing')
  return row.outcome
}

/** Credits a wallet, or debits it if units are negative. */
export async function adjustWallet(
  database: Database,
  action: Action,
  {
    accountId,
    units,
    reference = `action:${action.actionId}`,
  }: {
    accountId: string
    units: bigint
    /** External reference of a credit; a reference is credited once. */
    reference?: string
  },
): Promise<Outcome> {
  if (units === 0n || units > MAX_UNITS || units < -MAX_UNITS) throw new RangeError('no adjustment')
  const kind = units > 0n ? 'credit' : 'debit'
  return carryOut(
    database,
    'select adjust_wallet(jsonb_populate_record(null::operator_action, $1), $2) as outcome',
    [actionRow(action, { kind, accountId, units }), reference],
  )
}

/** Freezes an account, or lifts an admin's freeze. A freeze for a debt or a dispute stays. */
export async function setAccountState(
  database: Database,
  action: Action,
  { accountId, state }: { accountId: string; state: 'active' | 'frozen' },
): Promise<Outcome> {
  const kind = state === 'frozen' ? 'freeze' : 'unfreeze'
  return carryOut(
    database,
    'select set_account_state(jsonb_populate_record(null::operator_action, $1)) as outcome',
    [actionRow(action, { kind, accountId })],
  )
}

/** Grants the owner of an account access to the admin area, or withdraws it. */
export async function setOperator(
  database: Database,
  action: Action,
  { accountId, isOperator }: { accountId: string; isOperator: boolean },
): Promise<Outcome> {
  const kind = isOperator ? 'grant_operator' : 'withdraw_operator'
  return carryOut(
    database,
    'select set_operator(jsonb_populate_record(null::operator_action, $1)) as outcome',
    [actionRow(action, { kind, accountId })],
  )
}

export async function revokeKey(
  database: Database,
  action: Action,
  { keyId }: { keyId: string },
): Promise<Outcome> {
  return carryOut(
    database,
    'select revoke_key(jsonb_populate_record(null::operator_action, $1)) as outcome',
    [actionRow(action, { kind: 'revoke_key', subject: keyId })],
  )
}

/**
 * Records that an admin had the provider asked about a payment. It is recorded afterwards, since
 * the service also asks by itself and the result is the same.
 */
export async function recordCheck(
  database: Database,
  action: Action,
  { accountId, paymentId }: { accountId: string; paymentId: string },
): Promise<Outcome> {
  return carryOut(
    database,
    'select record_action(jsonb_populate_record(null::operator_action, $1)) as outcome',
    [actionRow(action, { kind: 'check_payment', accountId, subject: paymentId })],
  )
}
