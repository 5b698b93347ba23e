import type { Connection, Database } from '@footnote/platform/database/connect'
import type { Violation } from '../wallet/audit/violation.ts'
import { auditDatabase, auditRecent } from '../wallet/audit.ts'
import { type Action, findOutcome, type Outcome } from './actions.ts'
import { auditAction, listAudits, recordAudit } from './audit-runs.ts'

interface AuditOptions {
  readonly cause: Parameters<typeof recordAudit>[1]['cause']
  /** Proves all history instead of new rows and one earlier month. */
  readonly isFull?: boolean
  readonly action?: Action
  readonly signal?: AbortSignal
  readonly report?: (violations: readonly Violation[]) => void
}

/**
 * Audits the books and stores the result, unless the action was done before. Returns undefined if
 * the signal ended the run early, since a partial run proves nothing.
 */
export type RunAudit = (options: AuditOptions) => Promise<Outcome | undefined>

/** Runs one audit at a time; a second one waits for the first. */
export function createRunAudit(deps: { database: Database; connection: Connection }): RunAudit {
  let last: Promise<unknown> = Promise.resolve()
  return options => {
    const run = last.then(() => runAudit(deps, options))
    last = run.catch(() => {})
    return run
  }
}

/** Reports violations before storing them, since storing may fail. */
async function runAudit(
  { database, connection }: { database: Database; connection: Connection },
  { cause, isFull = false, action, signal, report }: AuditOptions,
): Promise<Outcome | undefined> {
  if (signal?.aborted) return undefined
  const known = action && (await findOutcome(database, auditAction(action)))
  if (known) return known
  const startedAt = performance.now()
  const audit = isFull || (await lastFoundViolations(database)) ? auditDatabase : auditRecent
  const violations = await audit(connection, { signal })
  report?.(violations)
  if (signal?.aborted) return undefined
  const tookMs = performance.now() - startedAt
  return recordAudit(database, { cause, violations, tookMs, ...(action && { action }) })
}

/** Proves all history each time after a violation, until an audit finds none. */
async function lastFoundViolations(database: Database): Promise<boolean> {
  const [last] = await listAudits(database, { most: 1 })
  return last !== undefined && last.violation_count > 0
}
