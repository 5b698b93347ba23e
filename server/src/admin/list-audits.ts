import type { AuditsResponse } from '@footnote/contract/site/operator'
import type { Database } from '@footnote/platform/database/connect'

type Audit = AuditsResponse['audits'][number]

interface Row extends Omit<Audit, 'started_at'> {
  started_at: Date
}

/** The latest audits, newest first; or the one of that id. */
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
