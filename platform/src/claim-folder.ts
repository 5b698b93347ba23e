import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tryLock } from './lock-file.ts'
import { makeDataFolder } from './make-data-folder.ts'

export interface ClaimedFolder {
  /** The process that ran on this folder before, which is certainly dead. */
  readonly predecessor: string | undefined
  release(): void
}

/**
 * Notes in the folder which process runs on it, by its UUID. Holding the lock proves the one before
 * dead, so that what it held need not wait for its lease to run out. When the lock is taken, processes
 * share the folder, and the leases decide.
 */
export async function claimFolder(
  folder: string,
  { name, id }: { name: string; id: string },
): Promise<ClaimedFolder> {
  await makeDataFolder(folder)
  const lock = tryLock(join(folder, `${name}.lock`))
  if (!lock) return { predecessor: undefined, release() {} }
  const file = join(folder, `${name}.id`)
  const previous = await readFile(file, 'utf8').catch(() => '')
  await writeFile(file, id, { mode: 0o600 })
  const predecessor = /^[0-9a-f-]{36}$/.test(previous) ? previous : undefined
  return { predecessor, release: lock.release }
}
