import { closeSync, existsSync, fchownSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes the file of a library that is not there yet, for its owner's eyes alone: the documents may be
 * private. SQLite gives the files that it keeps beside it the same mode and owner.
 */
export function makeLibraryFile(path: string): void {
  if (existsSync(path)) return
  const isRoot = process.getuid?.() === 0
  const folder = dirname(path)
  // Root's database runs as another user, who must be able to pass through to its own folder.
  mkdirSync(folder, { recursive: true, mode: isRoot ? 0o711 : 0o700 })
  const file = createFile(path)
  if (file === undefined) return
  // Root's engine runs as the user who owns the folder, and owns the file whoever makes it.
  const { uid, gid } = statSync(folder)
  if (isRoot) fchownSync(file, uid, gid)
  closeSync(file)
}

/** Undefined when another process has just made it. A link is not followed to wherever it leads. */
function createFile(path: string): number | undefined {
  try {
    return openSync(path, 'ax', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined
    throw error
  }
}
