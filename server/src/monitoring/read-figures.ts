import type { HeldResponse } from '@footnote/contract/site/operator'
import type { Database } from '@footnote/platform/database/connect'
import { listAudits } from '../admin/audit-runs.ts'
import { readHealth } from '../admin/read-health.ts'
import { readHeld } from '../admin/read-held.ts'

/** Figures of all instances together, as the admin area shows them. */
export interface Figures {
  readonly held: HeldResponse['ages']
  /** Held charges whose deadline is over. */
  readonly overdue: number
  readonly tasks: Readonly<Record<string, number>>
  readonly instances: { readonly alive: number; readonly lapsed: number }
  readonly isSweepPaused: boolean
  readonly databaseBytes: number
  readonly mail: { readonly waiting: number; readonly failing: number }
  readonly webhooksWaiting: number
  /** The latest audit, if there was one. */
  readonly audit: { readonly violations: number; readonly startedAt: Date } | undefined
}

export async function readFigures(
  database: Database,
  { instanceId }: { instanceId: string },
): Promise<Figures> {
  const [held, overdue, health, audits, tasks, webhooks] = await Promise.all([
    readHeld(database, { most: 0 }),
    database.query<{ charges: number }>(
      `select count(*)::integer as charges from open_charge
       where captured_at is null and deadline_at < clock_timestamp()`,
    ),
    readHealth(database, { instanceId }),
    listAudits(database, { most: 1 }),
    // Ended tasks are left out: a partial index finds the others.
    database.query<{ state: string; tasks: number }>(
      `select state, count(*)::integer as tasks from task
       where next_look_at is not null group by state`,
    ),
    database.query<{ waiting: number }>(
      `select count(*)::integer as waiting from webhook_delivery where next_try_at is not null`,
    ),
  ])
  const [audit] = audits
  const alive = health.instances.filter(({ is_alive }) => is_alive).length
  return {
    held: held.ages,
    overdue: overdue.rows[0]?.charges ?? 0,
    tasks: Object.fromEntries(tasks.rows.map(row => [row.state, row.tasks])),
    instances: { alive, lapsed: health.instances.length - alive },
    isSweepPaused: health.sweep_paused_until !== null,
    databaseBytes: health.database.size_bytes,
    mail: health.mail,
    webhooksWaiting: webhooks.rows[0]?.waiting ?? 0,
    audit: audit && {
      violations: audit.violation_count,
      startedAt: new Date(audit.started_at),
    },
  }
}
