import type { Connection, Database } from '@footnote/platform/database/connect'
import { auditDatabase, type Violation } from '../wallet/audit.ts'
import type { Action, Outcome } from './action.ts'
import { recordAudit } from './record-audit.ts'

/**
 * Audits the books and keeps what was found. Whoever must hear of it hears before it is written down,
 * since that may fail. Undefined where the signal ended it before all was proven: such a run proves nothing.
 */
export async function runAudit(
  { database, connection }: { database: Database; connection: Connection },
  {
    cause,
    action,
    signal,
    report,
  }: {
    cause: Parameters<typeof recordAudit>[1]['cause']
    action?: Action
    signal?: AbortSignal
    report?: (violations: readonly Violation[]) => void
  },
): Promise<Outcome | undefined> {
  const startedAt = performance.now()
  const violations = await auditDatabase(connection, signal ? { signal } : {})
  report?.(violations)
  if (signal?.aborted) return undefined
  const tookMs = performance.now() - startedAt
  return recordAudit(database, { cause, violations, tookMs, ...(action && { action }) })
}
