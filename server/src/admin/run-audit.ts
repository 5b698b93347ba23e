import type { Connection, Database } from '@footnote/platform/database/connect'
import type { Violation } from '../wallet/audit/violation.ts'
import { auditDatabase, auditRecent } from '../wallet/audit.ts'
import { type Action, findOutcome, type Outcome } from './action.ts'
import { listAudits } from './list-audits.ts'
import { auditAction, recordAudit } from './record-audit.ts'

interface AuditOptions {
  readonly cause: Parameters<typeof recordAudit>[1]['cause']
  /** Proves everything instead of what is new and one earlier month. */
  readonly isFull?: boolean
  readonly action?: Action
  readonly signal?: AbortSignal
  readonly report?: (violations: readonly Violation[]) => void
}

/**
 * Audits the books and keeps what was found, unless the action was done before. Undefined where the
 * signal ended it before all was proven: such a run proves nothing.
 */
export type RunAudit = (options: AuditOptions) => Promise<Outcome | undefined>

/** One audit at a time: another one that is asked for meanwhile waits for its end. */
export function createRunAudit(deps: { database: Database; connection: Connection }): RunAudit {
  let last: Promise<unknown> = Promise.resolve()
  return options => {
    const run = last.then(() => runAudit(deps, options))
    last = run.catch(() => {})
    return run
  }
}

/** Whoever must hear of violations hears before they are written down, since that may fail. */
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

/** Once something was found, everything is proven each time until nothing is. */
async function lastFoundViolations(database: Database): Promise<boolean> {
  const [last] = await listAudits(database, { most: 1 })
  return last !== undefined && last.violation_count > 0
}
