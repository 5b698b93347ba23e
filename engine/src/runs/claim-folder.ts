import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tryLock } from '@footnote/platform/lock-file'

export interface ClaimedFolder {
  /** The engine that ran on this folder before, which is certainly dead. */
  readonly predecessor: string | undefined
  release(): void
}

/**
 * Notes which engine runs on the folder. Holding the lock proves the one before dead, so that its runs
 * need not wait for its lease to run out. When the lock is taken, the leases decide.
 */
export async function claimFolder(folder: string, engineId: string): Promise<ClaimedFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lock = tryLock(join(folder, 'engine.lock'))
  if (!lock) return { predecessor: undefined, release() {} }
  const file = join(folder, 'engine.id')
  const previous = await readFile(file, 'utf8').catch(() => '')
  await writeFile(file, engineId, { mode: 0o600 })
  const predecessor = /^[0-9a-f-]{36}$/.test(previous) ? previous : undefined
  return { predecessor, release: lock.release }
}
