import { type Connection, connect, type Database } from '@footnote/platform/database/connect'
import { openDatabase } from '@footnote/platform/database/open-database'
import { createLog } from '@footnote/platform/log'
import { readConfig } from '../config.ts'
import { MIGRATIONS } from '../database/migrations.ts'

/**
 * Gives a command the database, whether or not the service is running, and closes it afterwards.
 */
export async function withDatabase<T>(
  work: (database: Database, connection: Connection) => Promise<T>,
): Promise<T> {
  const config = readConfig(process.env)
  const opened = await openDatabase(
    { ...config, migrations: MIGRATIONS },
    { log: createLog('warn'), asService: false },
  )
  const database = connect(opened.connection, { poolSize: 1 })
  try {
    return await work(database, opened.connection)
  } finally {
    await database.end()
    await opened.close()
  }
}
