import { randomUUIDv7 } from 'node:crypto'
import type { AuditsResponse } from '@footnote/contract/site/operator'
import type { Database } from '@footnote/platform/database/connect'
import type { Violation } from '../wallet/audit/violation.ts'
import { AUDIT_RULES } from '../wallet/audit.ts'
import { type Action, actionRow, carryOut, type Outcome } from './action.ts'

const MOST_VIOLATIONS = 100

/** Keeps what an audit found. One that an operator asked for goes by the id of that action. */
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
