import type { Database } from '@footnote/platform/database/connect'

const EVERY_MS = 3_600_000

/** Whether the time for the next audit has come: then one of all instances has this turn, and no other. */
export async function claimAudit(database: Database): Promise<boolean> {
  const { rowCount } = await database.query(
    `update audit_turn set next_at = clock_timestamp() + $1 * interval '1 ms'
     where next_at <= clock_timestamp()`,
    [EVERY_MS],
  )
  return rowCount === 1
}
