import type { Database } from '@footnote/platform/database/connect'

/** For what was sent, or never will be. */
export async function deleteMail(database: Database, id: string): Promise<void> {
  await database.query('delete from mail where id = $1', [id])
}
