import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDataFolder } from '../../make-data-folder.ts'

/**
 * The database's files in the service's data folder:
 * - `cluster`: PostgreSQL's own folder, or a link to it if it had to be elsewhere
 * - `databaseLock`: held by the one process that may start and stop the server
 * - `serviceLock`: held by a service for as long as its server is there for others to use
 */
export interface DataFolder {
  path: string
  cluster: string
  logFile: string
  databaseLock: string
  serviceLock: string
}

export async function prepareDataFolder(dataDir: string): Promise<DataFolder> {
  await makeDataFolder(dataDir)
  const path = await realpath(dataDir)
  return {
    path,
    cluster: join(path, 'postgres'),
    logFile: join(path, 'postgres.log'),
    databaseLock: join(path, 'database.lock'),
    serviceLock: join(path, 'service.lock'),
  }
}
