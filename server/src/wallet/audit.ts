import type { Connection } from '@footnote/platform/database/connect'
import type pg from 'pg'
import { accountSlice } from './audit/account-slices.ts'
import { inSnapshot, withAuditConnection } from './audit/audit-connection.ts'
import { auditNew } from './audit/audit-new.ts'
import { BALANCE_RULE, EQUATION_RULE, NOTE_RULE, proveBalances } from './audit/balance-rules.ts'
import { CHARGE_RULES } from './audit/charge-rules.ts'
import { listMonths } from './audit/list-months.ts'
import { proveAccountSums } from './audit/prove-account-sums.ts'
import { proveMonth, SUMS_RULE } from './audit/prove-month.ts'
import { SMALL_RULES } from './audit/small-rules.ts'
import { findViolations, type Violation } from './audit/violation.ts'

/** Every rule of the money. Each audit proves all of them, on what it reads. */
export const AUDIT_RULES: readonly string[] = [
  ...new Set([
    ...[...SMALL_RULES, ...CHARGE_RULES].map(([rule]) => rule),
    ...[BALANCE_RULE, NOTE_RULE, EQUATION_RULE, SUMS_RULE],
  ]),
]

/** In so many hours the sums of every account are held against those of its months. */
const ACCOUNT_SLICES = 16

interface AuditOptions {
  /** Ends the audit early: it then gives nothing, and proves nothing. */
  readonly signal?: AbortSignal | undefined
}

/** Proves the money rules on all of a live database, in one snapshot; what comes back breaks them. */
export async function auditDatabase(
  connection: Connection,
  { signal }: AuditOptions = {},
): Promise<Violation[]> {
  const found = await withAuditConnection(connection, { signal }, client =>
    inSnapshot(client, {}, () => proveAll(client)),
  )
  return found ?? []
}

async function proveAll(client: pg.ClientBase): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const rule of SMALL_RULES) violations.push(...(await findViolations(client, rule)))
  const months = await listMonths(client)
  for (const month of months) violations.push(...(await proveMonth(client, month)))
  const movementBytes = months.reduce((sum, month) => sum + month.movementBytes, 0)
  violations.push(...(await proveBalances(client, { movementBytes })))
  return violations
}

/**
 * Proves what is new since the last audit, and from scratch the month that was proven longest ago: its
 * work grows with what is new, and after a while every month was proven again.
 */
export async function auditRecent(
  connection: Connection,
  { signal }: AuditOptions = {},
): Promise<Violation[]> {
  const found = await withAuditConnection(connection, { signal }, async client => [
    ...(await auditNew(client)),
    ...(await proveNextMonth(client)),
  ])
  return found ?? []
}

async function proveNextMonth(client: pg.ClientBase): Promise<Violation[]> {
  const { month, violations } = await inSnapshot(client, {}, async () => {
    const [next] = await listMonths(client)
    if (!next) throw new Error('movements have no partition')
    const hour = Math.floor(Date.now() / 3_600_000)
    const slice = accountSlice(hour % ACCOUNT_SLICES, ACCOUNT_SLICES)
    return {
      month: next.month,
      violations: [...(await proveMonth(client, next)), ...(await proveAccountSums(client, slice))],
    }
  })
  await client.query(
    `insert into book_month (month, proven_at) values ($1, now())
     on conflict (month) do update set proven_at = excluded.proven_at`,
    [month],
  )
  return violations
}
