import { isLocked, type Lock, tryLock } from '../../lock-file.ts'
import { pollUntil } from '../../poll-until.ts'
import type { DataFolder } from './data-folder.ts'

const CLAIM_TIMEOUT_MS = 60_000

/**
 * Waits for the right to start and stop the server. There are two locks: whoever runs the server
 * has the database lock, and a service, once its server is up, has the service lock besides. So the
 * second tells at any moment whether the first will be free soon.
 */
export async function claimDatabase(folder: DataFolder): Promise<Lock | 'served'> {
  const claim = await pollUntil(
    () => tryLock(folder.databaseLock) ?? (isLocked(folder.serviceLock) ? 'served' : undefined),
    { timeoutMs: CLAIM_TIMEOUT_MS },
  )
  if (claim) return claim
  throw new Error(
    `Another command or a starting service has been using the database in ${folder.path} for ${CLAIM_TIMEOUT_MS / 1000} s: wait until it is done, then try again.`,
  )
}
