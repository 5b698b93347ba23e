import { closeSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { asOwnerOf } from './as-owner.ts'
import { pollUntil } from './poll-until.ts'

export interface Lock {
  release(): void
}

const SQLITE_BUSY = 5

// A lock lives as long as its handle, and a handle that nobody refers to is closed by the garbage
// collector: held locks are kept here, whatever their owner does with the object it was given.
const heldLocks = new Set<Lock>()

/**
 * Takes an exclusive lock on a file, or answers undefined when somebody has it. SQLite is used for
 * its locking alone: it is the one way to the kernel's file locks that Node brings along, and the
 * kernel frees them even when the holder is killed.
 */
export function tryLock(path: string): Lock | undefined {
  const handle = runOnFile(path, 'BEGIN EXCLUSIVE')
  if (!handle) return undefined
  const lock: Lock = {
    release() {
      if (heldLocks.delete(lock)) handle.close()
    },
  }
  heldLocks.add(lock)
  return lock
}

/** Asks without taking it: those who only ask are never in each other's way. */
export function isLocked(path: string): boolean {
  const handle = runOnFile(path, 'SELECT 1 FROM sqlite_schema')
  handle?.close()
  return !handle
}

export async function waitForLock(
  path: string,
  { timeoutMs }: { timeoutMs: number },
): Promise<Lock | undefined> {
  return await pollUntil(() => tryLock(path), { timeoutMs })
}

function runOnFile(path: string, statement: string): DatabaseSync | undefined {
  try {
    return asOwnerOf(dirname(path), () => {
      makeLockFile(path)
      return openAndRun(path, statement)
    })
  } catch (cause) {
    if (cause instanceof Error && 'errcode' in cause && cause.errcode === SQLITE_BUSY)
      return undefined
    throw new Error(`Cannot lock ${path}: make sure that this user may write it.`, { cause })
  }
}

/** Only the owner may read a lock file: every reader can lock it. */
function makeLockFile(path: string): void {
  try {
    // Closing a handle drops this process's locks on the file; a new file has none.
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // The file exists already, or SQLite fails too.
  }
}

function openAndRun(path: string, statement: string): DatabaseSync {
  const handle = new DatabaseSync(path)
  try {
    handle.exec(statement)
    return handle
  } catch (error) {
    handle.close()
    throw error
  }
}
