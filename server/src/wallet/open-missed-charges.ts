import type { Database } from '@footnote/platform/database/connect'

/** Lets the sweeper find charges whose debit was under way while the table of open charges was made. */
export async function openMissedCharges(database: Database): Promise<void> {
  await database.query('select open_missed_charges()')
}
