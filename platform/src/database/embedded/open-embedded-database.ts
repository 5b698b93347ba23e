import { pollUntil } from '../../poll-until.ts'
import { findHome } from './choose-home.ts'
import { type EmbeddedConnection, readConnection, tryConnection } from './connection.ts'
import { claimDatabase, type DataFolder, prepareDataFolder } from './data-folder.ts'
import type { Log } from './log.ts'
import { prepareServer } from './prepare-server.ts'
import { startServer } from './run-server.ts'
import type { ServerSettings } from './server-settings.ts'

const ANSWER_TIMEOUT_MS = 30_000

export interface OpenedDatabase {
  connection: EmbeddedConnection
  close(): Promise<void>
}

/** Gives an operator's command the database: the running service's, or else one of its own. */
export async function openEmbeddedDatabase(options: {
  dataDir: string
  log: Log
  settings?: ServerSettings
}): Promise<OpenedDatabase> {
  const { dataDir, log, settings } = options
  const folder = await prepareDataFolder(dataDir)
  const lock = await claimDatabase(folder)
  if (lock === 'served') return await joinService(folder)
  try {
    const prepared = await prepareServer(folder, { log, settings })
    const server = await startServer(prepared, log)
    return {
      connection: prepared.service,
      async close() {
        await server.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function joinService(folder: DataFolder): Promise<OpenedDatabase> {
  const connection = await readConnection(folder, {
    home: await findHome(folder),
    role: 'service',
  })
  const answers = await pollUntil(() => tryConnection(connection), { timeoutMs: ANSWER_TIMEOUT_MS })
  if (answers) return { connection, close: async () => {} }
  throw new Error(
    `The database of the service on ${folder.path} does not answer: see ${folder.logFile}, or restart the service.`,
  )
}
