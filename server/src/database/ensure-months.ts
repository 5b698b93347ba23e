import type { Database } from '@footnote/platform/database/connect'

/** Far enough ahead that a service can fail to make them for a long time. */
const MONTHS_AHEAD = 3

/** Makes the partitions of the coming months, where they are missing. */
export async function ensureMonths(database: Database): Promise<void> {
  await database.query('select ensure_months($1)', [MONTHS_AHEAD])
}
