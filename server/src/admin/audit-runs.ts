import { randomUUIDv7 } from 'node:crypto'
import type { AuditsResponse } from '@footnote/contract/site/operator'
import type { Database } from '@footnote/platform/database/connect'
import type { Violation } from '../wallet/audit/violation.ts'
import { AUDIT_RULES } from '../wallet/audit.ts'
import { type Action, actionRow, carryOut, type Outcome } from './actions.ts'

const EVERY_MS = 3_600_000

/** Returns whether an audit is due. Of all instances, one gets each turn. */
export async function claimAudit(database: Database): Promise<boolean> {
  const { rowCount } = await database.query(
    `update audit_turn set next_at = clock_timestamp() + $1 * interval '1 ms'
     where next_at <= clock_timestamp()`,
    [EVERY_MS],
  )
  return rowCount === 1
}

const MOST_VIOLATIONS = 100

/** Stores the result of an audit, under the id of the action that requested it, if any. */
export async function recordAudit(
  database: Database,
  {
    cause,
    action,
    violations,
    tookMs,
  }: {
    cause: AuditsResponse['audits'][number]['cause']
    action?: Action
    violations: readonly Violation[]
    tookMs: number
  },
): Promise<Outcome> {
  const run = {
    id: action?.actionId ?? randomUUIDv7(),
    cause,
    took_ms: Math.round(tookMs),
    rules: AUDIT_RULES.length,
    violation_count: violations.length,
    violations: violations.slice(0, MOST_VIOLATIONS),
  }
  return carryOut(
    database,
    `select record_audit(
       jsonb_populate_record(null::audit_run, $1),
       jsonb_populate_record(null::operator_action, $2)
     ) as outcome`,
    [JSON.stringify(run), action ? auditAction(action) : null],
  )
}

export function auditAction(action: Action): string {
  return actionRow(action, { kind: 'run_audit' })
}

type Audit = AuditsResponse['audits'][number]

interface Row extends Omit<Audit, 'started_at'> {
  started_at: Date
}

/** Lists the latest audits, newest first, or the one with the given id. */
export async function listAudits(
  database: Database,
  { most, auditId }: { most: number; auditId?: string },
): Promise<Audit[]> {
  const { rows } = await database.query<Row>(
    `select id as audit_id, cause, started_at, took_ms, rules, violations, violation_count
     from audit_run
     where $2::uuid is null or id = $2
     order by started_at desc, id desc limit $1`,
    [most, auditId],
  )
  return rows.map(row => ({ ...row, started_at: row.started_at.toISOString() }))
}
