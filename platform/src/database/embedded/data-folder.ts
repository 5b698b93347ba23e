import { chmod, chown, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isLocked } from '../../lock-file.ts'
import { makeDataFolder } from '../../make-data-folder.ts'
import { currentAccount } from './run-as.ts'

/**
 * What the database keeps in the service's data folder:
 * - `cluster`: PostgreSQL's own folder, or a link to it where it had to live elsewhere
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
  const folder = {
    path,
    cluster: join(path, 'postgres'),
    logFile: join(path, 'postgres.log'),
    databaseLock: join(path, 'database.lock'),
    serviceLock: join(path, 'service.lock'),
  }
  for (const lockFile of [folder.databaseLock, folder.serviceLock]) {
    // Left to SQLite to create: closing any other handle on the file would drop our locks on it.
    isLocked(lockFile)
    await makePrivate(folder, lockFile)
  }
  return folder
}

/**
 * Files in the folder are for its owner alone. Root may give a command in an ordinary user's
 * folder, and that user must be able to go on afterwards.
 */
export async function makePrivate(folder: DataFolder, file: string): Promise<void> {
  await chmod(file, 0o600)
  if (currentAccount().uid !== 0) return
  const { uid, gid } = await stat(folder.path)
  await chown(file, uid, gid)
}
