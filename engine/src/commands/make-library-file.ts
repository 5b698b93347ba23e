import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a missing library file that only its owner can read, since the documents may be private.
 * SQLite gives the files it keeps beside it the same mode and owner.
 */
export function makeLibraryFile(path: string): void {
  if (existsSync(path)) return
  // Root's database runs as another user, who must be able to pass through to its own folder.
  const mode = process.geteuid?.() === 0 ? 0o711 : 0o700
  mkdirSync(dirname(path), { recursive: true, mode })
  createFile(path)
}

/** Does nothing if another process has just created the file. Does not follow links. */
function createFile(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
