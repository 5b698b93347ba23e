import type { Database } from '@footnote/platform/database/connect'

/** More than the days that are counted at all. */
const EVER_MS = 40 * 86_400_000

/**
 * Counts all calls anew, for a test that moved some into the past after the service had counted. It
 * takes the lock of counting, so that the service's own count waits.
 */
export async function recountCalls(database: Database): Promise<void> {
  const client = await database.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(7046309)')
    await client.query('truncate call_hour, calls_counted')
    await client.query('select count_calls($1)', [EVER_MS])
    await client.query('commit')
  } finally {
    client.release()
  }
}
