import type { Database } from '@footnote/platform/database/connect'

/** Rejects when the database does not answer. */
export async function ping(database: Database): Promise<void> {
  await database.query('select 1')
}
