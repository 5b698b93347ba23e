import { closeSync, existsSync, fchownSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a missing library file that only its owner can read, since the documents may be private.
 * SQLite gives the files it keeps beside it the same mode and owner.
 */
export function makeLibraryFile(path: string): void {
  if (existsSync(path)) return
  const isRoot = process.getuid?.() === 0
  const folder = dirname(path)
  // Root's database runs as another user, who must be able to pass through to its own folder.
  mkdirSync(folder, { recursive: true, mode: isRoot ? 0o711 : 0o700 })
  const file = createFile(path)
  if (file === undefined) return
  // Under root, the engine runs as the folder's owner, who must own the file too.
  const { uid, gid } = statSync(folder)
  if (isRoot) fchownSync(file, uid, gid)
  closeSync(file)
}

/** Returns undefined if another process has just created the file. Does not follow links. */
function createFile(path: string): number | undefined {
  try {
    return openSync(path, 'ax', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined
    throw error
  }
}
