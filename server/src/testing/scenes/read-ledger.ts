import type { Database } from '@footnote/platform/database/connect'

export interface Ledger {
  readonly balanceUnits: bigint
  /** Oldest first. */
  readonly charges: readonly LedgerCharge[]
}

interface LedgerCharge {
  readonly id: string
  /** The id that the caller knows. */
  readonly request_id: string
  readonly state: string
  /** Every movement of its money in order, such as `wallet>held, held>captured`. */
  readonly path: string
  readonly cause: string | null
  /** The state of its task, if it is one. */
  readonly task: string | null
}

/** The paths of a charge that was settled once, and of one that was reversed. */
export const captured = { state: 'captured', path: 'wallet>held, held>captured' }
export const refunded = { state: 'refunded', path: 'wallet>held, held>wallet' }
export const reversed = {
  state: 'refunded',
  path: 'wallet>held, held>captured, captured>wallet',
  cause: 'capture_unknown',
}

/** Reads the books of one account. */
export async function readLedger(database: Database, accountId: string): Promise<Ledger> {
  const { rows: charges } = await database.query<LedgerCharge>(
    `select charge.id, coalesce(charge.request_id, charge.id) as request_id, charge.state, charge.refund_cause as cause, task.state as task,
       string_agg(source || '>' || target, ', ' order by movement.id) as path
     from charge
     join movement on movement.charge_id = charge.id
     left join task on task.id = charge.id
     where charge.account_id = $1
     group by charge.id, task.state order by charge.created_at`,
    [accountId],
  )
  const { rows } = await database.query<{ balance_units: bigint }>(
    'select balance_units from wallet where account_id = $1',
    [accountId],
  )
  return { balanceUnits: rows[0]?.balance_units ?? 0n, charges }
}
