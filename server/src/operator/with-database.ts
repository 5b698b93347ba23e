import { readConfig } from '../config.ts'
import { type Connection, connect, type Database } from '../database/connect.ts'
import { openDatabase } from '../database/open-database.ts'
import { createLog } from '../log.ts'

/** Gives a command the database, whether or not the service is running, and closes it afterwards. */
export async function withDatabase<T>(
  work: (database: Database, connection: Connection) => Promise<T>,
): Promise<T> {
  const config = readConfig(process.env)
  const opened = await openDatabase(config, { log: createLog('warn'), asService: false })
  const database = connect(opened.connection, { poolSize: 1 })
  try {
    return await work(database, opened.connection)
  } finally {
    await database.end()
    await opened.close()
  }
}
