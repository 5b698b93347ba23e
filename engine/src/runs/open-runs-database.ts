import { type Connection, connectAlone } from '@footnote/platform/database/connect'
import { startEmbeddedDatabase } from '@footnote/platform/database/embedded/start-embedded-database'
import { ensureDatabase } from '@footnote/platform/database/ensure-database'
import { migrate } from '@footnote/platform/database/migrate'
import type { OpenedDatabase } from '@footnote/platform/database/open-database'
import type { Log } from '@footnote/platform/log'
import pg from 'pg'

const NO_SUCH_DATABASE = '3D000'

/**
 * The engine's own database, migrated and ready: the one that the URL names, made if its server does
 * not have it, or else one on a server that the engine runs itself.
 */
export async function openRunsDatabase(
  { databaseUrl, folder }: { databaseUrl: string | undefined; folder: string },
  { log }: { log: Log },
): Promise<OpenedDatabase> {
  const opened = databaseUrl ? await openExternal(databaseUrl) : await openEmbedded(folder, log)
  try {
    await migrate(opened.connection, { folder: MIGRATIONS, log })
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function openEmbedded(folder: string, log: Log): Promise<OpenedDatabase> {
  const { engine, stop } = await startEmbeddedDatabase({ dataDir: folder, log })
  return { connection: engine, close: stop }
}

async function openExternal(url: string): Promise<OpenedDatabase> {
  const connection = (await exists(url)) ? url : await create(url)
  return { connection, close: async () => {} }
}

async function exists(url: string): Promise<boolean> {
  try {
    const client = await connectAlone(url)
    await client.end()
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === NO_SUCH_DATABASE) return false
    throw error
  }
}

async function create(url: string): Promise<Connection> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1))
  const server = new URL(url)
  server.pathname = '/postgres'
  return await ensureDatabase(server.href, name)
}

/** The folder of the numbered SQL files. */
export const MIGRATIONS = new URL('../../migrations/', import.meta.url)
