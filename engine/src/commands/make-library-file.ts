import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes the file of a library that is not there yet, for its owner's eyes alone: the documents may be
 * private. SQLite gives the files that it keeps beside it the same mode.
 */
export function makeLibraryFile(path: string): void {
  if (existsSync(path)) return
  // Root's database runs as another user, who must be able to pass through to its own folder.
  mkdirSync(dirname(path), { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  closeSync(openSync(path, 'a', 0o600))
}
