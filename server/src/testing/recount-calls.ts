import type { Database } from '@footnote/platform/database/connect'

/**
 * Counts all calls anew, for a test that moved some into the past, where the service has counted
 * already. The lock is the one that counting takes, so that the service's own count waits its turn.
 */
export async function recountCalls(database: Database): Promise<void> {
  const client = await database.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(7046309)')
    await client.query('truncate call_hour, calls_counted')
    await client.query('select count_calls(60000)')
    await client.query('commit')
  } finally {
    client.release()
  }
}
