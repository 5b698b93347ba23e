import { waitForLock } from '../../lock-file.ts'
import type { EmbeddedConnection } from './connection.ts'
import { claimDatabase, prepareDataFolder } from './data-folder.ts'
import type { Log } from './log.ts'
import { prepareServer } from './prepare-server.ts'
import type { ServerSettings } from './server-settings.ts'
import { superviseServer } from './supervise-server.ts'

// Those who ask whether a service is there hold the lock for the moment of the question.
const SERVICE_LOCK_TIMEOUT_MS = 10_000

export interface StartedDatabase {
  /** The service's connection. */
  connection: EmbeddedConnection
  engine: EmbeddedConnection
  stop(): Promise<void>
}

/** Runs the database for a service: one per data folder, kept running until `stop`. */
export async function startEmbeddedDatabase(options: {
  dataDir: string
  log: Log
  settings?: ServerSettings
}): Promise<StartedDatabase> {
  const { dataDir, log, settings } = options
  const folder = await prepareDataFolder(dataDir)
  const databaseLock = await claimDatabase(folder)
  if (databaseLock === 'served') {
    throw new Error(
      `Another Footnote service is running on the data folder ${folder.path}: stop it first, or give this one a folder of its own.`,
    )
  }
  try {
    const prepared = await prepareServer(folder, { log, settings })
    const server = await superviseServer(prepared, log)
    const serviceLock = await waitForLock(folder.serviceLock, {
      timeoutMs: SERVICE_LOCK_TIMEOUT_MS,
    })
    if (!serviceLock) {
      await server.stop()
      throw new Error(`Cannot lock ${folder.serviceLock}: find out which process has it open.`)
    }
    return {
      connection: prepared.service,
      engine: prepared.engine,
      async stop() {
        // In this order nobody counts on a server that is going away or starts a second one.
        serviceLock.release()
        await server.stop()
        databaseLock.release()
      },
    }
  } catch (error) {
    databaseLock.release()
    throw error
  }
}
