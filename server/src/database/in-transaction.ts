import type { Database } from '@footnote/platform/database/connect'
import type { PoolClient } from 'pg'

/** Does the work in one transaction. A statement in it sees all that was committed while an earlier one waited for a lock. */
export async function inTransaction<Result>(
  database: Database,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await database.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // Closing the connection rolls back anything uncommitted.
    client.release(true)
    throw error
  }
}
