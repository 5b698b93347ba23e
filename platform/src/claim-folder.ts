import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asOwnerOf } from './as-owner.ts'
import { giveToOwner } from './give-to-owner.ts'
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
  const lockFile = join(folder, `${name}.lock`)
  await giveToOwner(lockFile)
  const lock = tryLock(lockFile)
  if (!lock) return { predecessor: undefined, release() {} }
  const file = join(folder, `${name}.id`)
  await giveToOwner(file)
  const previous = asOwnerOf(folder, () => {
    const content = readIfThere(file)
    rmSync(file, { force: true })
    writeFileSync(file, id, { flag: 'wx', mode: 0o600 })
    return content
  })
  const predecessor = /^[0-9a-f-]{36}$/.test(previous) ? previous : undefined
  return { predecessor, release: lock.release }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
