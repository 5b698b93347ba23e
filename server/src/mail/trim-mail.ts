import type { Database } from '@footnote/platform/database/connect'

/** Deletes what is older than that, and tells how much it was. */
export async function trimMail(
  database: Database,
  { olderMs }: { olderMs: number },
): Promise<number> {
  const { rowCount } = await database.query(
    `delete from mail where created_at < clock_timestamp() - $1 * interval '1 ms'`,
    [olderMs],
  )
  return rowCount ?? 0
}
