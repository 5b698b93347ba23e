import type { Database } from '@footnote/platform/database/connect'

export async function postponeMail(
  database: Database,
  { id, pauseMs }: { id: string; pauseMs: number },
): Promise<void> {
  await database.query(
    `update mail set next_try_at = clock_timestamp() + $2 * interval '1 ms' where id = $1`,
    [id, pauseMs],
  )
}
