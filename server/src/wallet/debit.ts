import type { ChargeState } from '@footnote/contract/responses'
import type { Effort, Tool } from '@footnote/contract/tools'
import type { Database } from '@footnote/platform/database/connect'
import { type Batcher, createBatcher, type OnBatch, type Patience } from '../database/batch.ts'
import { column } from '../database/column.ts'

export interface Debit {
  /** Made by the caller: sending the same id again never debits twice. */
  readonly chargeId: string
  /** The id that the caller chose for the request. An account uses each one once. */
  readonly requestId?: string | undefined
  readonly accountId: string
  /** Null for the website, which pays for the account without a key. */
  readonly keyId: string | null
  readonly tool: Tool
  readonly effort: Effort | null
  readonly costUnits: bigint
  /** How long the charge may stay held. */
  readonly holdMs: number
  readonly instanceId: string
  readonly task?: {
    readonly lifetimeMs: number
    readonly upstreamId: number
    readonly structured: boolean
  }
}

export interface DebitResult {
  readonly outcome:
    | 'admitted'
    | 'insufficient'
    | 'key_revoked'
    | 'key_expired'
    | 'tool_not_allowed'
    | 'account_frozen'
    | 'account_closed'
    | 'refund_limited'
    | 'day_cap'
    | 'month_cap'
    | 'rate_limited'
    | 'lease_expired'
    | 'replayed'
    | 'id_used'
  /** The charge's present state, where there is one. */
  readonly chargeState: ChargeState | null
  readonly balanceUnits: bigint
  /** End of the task, or of the period whose limit is reached. */
  readonly expiresAt: Date | null
}

interface DebitOptions extends Patience {
  readonly mostRefundsPerHour?: number | undefined
  /** Debits nothing, with the outcome `lease_expired`, unless the lease of the debit's process holds. */
  readonly leaseFence?: boolean
  readonly onBatch?: OnBatch | undefined
}

interface Row {
  charge_id: string
  outcome: DebitResult['outcome']
  charge_state: ChargeState | null
  balance_units: bigint
  expires_at: Date | null
}

/**
 * Debits calls, many in one durable round trip. A rejection means that the outcome is unknown or
 * that nothing was debited: the upstream must not be called, and the deadline settles the charge if
 * there is one. After a NotSentError there is none.
 */
export function createDebit(
  database: Database,
  options: DebitOptions = {},
): Batcher<Debit, DebitResult> {
  return createBatcher(items => debitCharges(database, items, options), {
    ...options,
    groupOf: ({ accountId }) => accountId,
  })
}

async function debitCharges(
  database: Database,
  debits: readonly Debit[],
  { mostRefundsPerHour, leaseFence = false }: DebitOptions,
): Promise<DebitResult[]> {
  const { rows } = await database.query<Row>({
    name: 'debit_charges',
    text: 'select * from debit_charges($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)',
    values: [
      column(debits, debit => debit.chargeId),
      column(debits, debit => debit.accountId),
      column(debits, debit => debit.keyId),
      column(debits, debit => debit.tool),
      column(debits, debit => debit.effort),
      column(debits, debit => debit.costUnits),
      column(debits, debit => debit.holdMs),
      column(debits, debit => debit.instanceId),
      column(debits, debit => debit.task?.lifetimeMs),
      column(debits, debit => debit.task?.upstreamId),
      column(debits, debit => debit.task?.structured),
      mostRefundsPerHour,
      leaseFence,
      column(debits, debit => debit.requestId),
    ],
  })
  const byId = new Map(rows.map(row => [row.charge_id, row]))
  return debits.map(({ chargeId }) => {
    const row = byId.get(chargeId)
    if (!row) throw new Error('a debit named an account that does not exist')
    return {
      outcome: row.outcome,
      chargeState: row.charge_state,
      balanceUnits: row.balance_units,
      expiresAt: row.expires_at,
    }
  })
}
