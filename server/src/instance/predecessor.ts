import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tryLock } from '../database/embedded/lock-folder.ts'

/**
 * Notes in the data folder which process runs on it, and says which one did before. Holding the lock
 * proves that one dead, so its calls need not wait for its lease to run out. When the lock is taken,
 * the folder is shared by services on one external database, and the leases decide.
 */
export async function replacePredecessor(
  dataDir: string,
  instanceId: string,
): Promise<string | undefined> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (!tryLock(join(dataDir, 'instance.lock'))) return undefined
  const file = join(dataDir, 'instance.id')
  const previous = await readFile(file, 'utf8').catch(() => '')
  await writeFile(file, instanceId, { mode: 0o600 })
  return /^[0-9a-f-]{36}$/.test(previous) ? previous : undefined
}
