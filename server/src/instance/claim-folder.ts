import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tryLock } from '@footnote/platform/lock-file'

export interface ClaimedFolder {
  /** The process that ran on this folder before, which is certainly dead. */
  readonly predecessor: string | undefined
  release(): void
}

/**
 * Notes in the data folder which process runs on it. Holding the lock proves the one before dead, so
 * that its calls need not wait for its lease to run out. When the lock is taken, the folder is shared
 * by services on one external database, and the leases decide.
 */
export async function claimFolder(dataDir: string, instanceId: string): Promise<ClaimedFolder> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lock = tryLock(join(dataDir, 'instance.lock'))
  if (!lock) return { predecessor: undefined, release() {} }
  const file = join(dataDir, 'instance.id')
  const previous = await readFile(file, 'utf8').catch(() => '')
  await writeFile(file, instanceId, { mode: 0o600 })
  const predecessor = /^[0-9a-f-]{36}$/.test(previous) ? previous : undefined
  return { predecessor, release: lock.release }
}
