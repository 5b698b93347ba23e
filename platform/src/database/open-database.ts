import type { Log } from '../log.ts'
import type { Connection } from './connect.ts'
import { openEmbeddedDatabase } from './embedded/open-embedded-database.ts'
import type { ServerSettings } from './embedded/server-settings.ts'
import { startEmbeddedDatabase } from './embedded/start-embedded-database.ts'
import { migrate } from './migrate.ts'

export interface OpenedDatabase {
  readonly connection: Connection
  /** The engine's own database on the embedded server; undefined on a configured one. */
  readonly engine?: Connection
  /** The last thing that a process does. */
  close(): Promise<void>
}

interface DatabaseOptions {
  /** A server to use instead of the embedded one. */
  readonly databaseUrl: string | undefined
  /** The folder of the embedded one. */
  readonly dataDir: string
  /** The folder of the numbered SQL files. */
  readonly migrations: URL | string
  /** Settings of the embedded one that replace its defaults. */
  readonly settings?: ServerSettings
}

/** The configured server or else the embedded one, migrated and ready. */
export async function openDatabase(
  { databaseUrl, dataDir, migrations, settings = {} }: DatabaseOptions,
  { log, asService }: { log: Log; asService: boolean },
): Promise<OpenedDatabase> {
  const opened = databaseUrl
    ? { connection: databaseUrl, close: async () => {} }
    : await openEmbedded({ dataDir, log, asService, settings })
  try {
    await migrate(opened.connection, { folder: migrations, log })
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
  settings: ServerSettings
}): Promise<OpenedDatabase> {
  if (!asService) return openEmbeddedDatabase(options)
  const { connection, engine, stop } = await startEmbeddedDatabase(options)
  return { connection, engine, close: stop }
}
