import { randomUUIDv7 } from 'node:crypto'
import type { Effort, Tool } from '@footnote/contract/tools'
import type { Database } from '@footnote/platform/database/connect'

export interface PastCall {
  readonly tool?: Tool
  readonly effort?: Effort | null
  /** The refund cause; captured if there is none. */
  readonly cause?: string
  readonly settledAt: Date
  readonly tookMs?: number
  /** Duration of a task, however late its result was fetched; null if it was not recorded. */
  readonly taskMs?: number | null
}

/** Inserts a call of an account that ended in the past. */
export async function insertCall(
  database: Database,
  { tool = 'answer', effort = null, cause, settledAt, tookMs = 1_000, taskMs }: PastCall,
): Promise<void> {
  await database.query(
    `with someone as (
       insert into account (id, email) values ($1::uuid, $1::uuid || '@example.com') returning id
     ), call as (
       insert into charge (id, account_id, tool, effort, cost_units, state, refund_cause, created_at,
         deadline_at, settled_at)
       select $1::uuid, id, $2, $3, 1,
         case when $4::text is null then 'captured' else 'refunded' end::charge_state,
         $4::text, $5::timestamptz - $6 * interval '1 ms', $5::timestamptz, $5::timestamptz
       from someone
       returning id, account_id, created_at
     )
     insert into task (id, account_id, state, structured, expires_at, ended_at)
     select id, account_id, 'completed', false, created_at, created_at + $8 * interval '1 ms'
     from call where $7::boolean`,
    [
      ...[randomUUIDv7(), tool, effort, cause ?? null, settledAt, tookMs],
      ...[taskMs !== undefined, taskMs ?? null],
    ],
  )
}
