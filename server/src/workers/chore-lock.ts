import { join } from 'node:path'
import { giveToOwner } from '@footnote/platform/give-to-owner'
import { type Lock, tryLock } from '@footnote/platform/lock-file'

/** Decides which of several workers does the work that concerns all instances. */
export interface ChoreLock {
  readonly isOurs: boolean
  /** Takes the lock if nobody has it. The kernel frees the lock of a process that died. */
  tryTake(): Promise<void>
  release(): void
}

export function createChoreLock(dataDir: string): ChoreLock {
  const file = join(dataDir, 'chores.lock')
  let lock: Lock | undefined
  return {
    get isOurs() {
      return lock !== undefined
    },
    async tryTake() {
      if (lock) return
      await giveToOwner(file)
      lock = tryLock(file)
    },
    release() {
      lock?.release()
      lock = undefined
    },
  }
}
