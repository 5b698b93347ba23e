import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { isLocked, type Lock, tryLock } from '../../lock-file.ts'
import { makeDataFolder } from '../../make-data-folder.ts'
import { pollUntil } from '../../poll-until.ts'

const CLAIM_TIMEOUT_MS = 60_000

/**
 * The database's files in the service's data folder:
 * - `cluster`: PostgreSQL's data directory, or a link to it
 * - `databaseLock`: held by the one process that may start and stop the server
 * - `serviceLock`: held by a service while others can use its server
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

/**
 * Waits for the right to start and stop the server. The process that runs the server holds the database
 * lock. A service holds the service lock too while its server is up, so that others need not wait.
 */
export async function claimDatabase(folder: DataFolder): Promise<Lock | 'served'> {
  const claim = await pollUntil(
    () => tryLock(folder.databaseLock) ?? (isLocked(folder.serviceLock) ? 'served' : undefined),
    { timeoutMs: CLAIM_TIMEOUT_MS },
  )
  if (claim) return claim
  throw new Error(
    `Another command or a starting service has been using the database in ${folder.path} for ${CLAIM_TIMEOUT_MS / 1000} s. Wait until it is done, then try again.`,
  )
}
