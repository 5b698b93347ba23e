import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { Connection } from './connect.ts'
import { openEmbeddedDatabase } from './embedded/open-embedded-database.ts'
import { startEmbeddedDatabase } from './embedded/start-embedded-database.ts'
import { migrate } from './migrate.ts'

export interface OpenedDatabase {
  readonly connection: Connection
  /** The last thing that a process does. */
  close(): Promise<void>
}

/** The configured server or else the embedded one, migrated and ready. */
export async function openDatabase(
  { databaseUrl, dataDir }: Config,
  { log, asService }: { log: Log; asService: boolean },
): Promise<OpenedDatabase> {
  const opened = databaseUrl
    ? { connection: databaseUrl, close: async () => {} }
    : await openEmbedded({ dataDir, log, asService })
  try {
    await migrate(opened.connection)
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function openEmbedded({
  asService,
  ...options
}: {
  dataDir: string
  log: Log
  asService: boolean
}): Promise<OpenedDatabase> {
  if (!asService) return openEmbeddedDatabase(options)
  const { connection, stop } = await startEmbeddedDatabase(options)
  return { connection, close: stop }
}
