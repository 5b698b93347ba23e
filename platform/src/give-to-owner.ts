import { constants } from 'node:fs'
import { lstat, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ignoreMissing } from './database/embedded/ignore-missing.ts'

/**
 * Gives a file or folder that root created in an ordinary user's folder to that user, who must be able to
 * continue without root. Follows no symbolic link and skips hard links.
 */
export async function giveToOwner(path: string): Promise<void> {
  if (process.geteuid?.() !== 0) return
  const owner = await stat(dirname(path))
  if (owner.uid === 0) return
  // Opens only files of root: closing a lock file drops the locks that this process has on it.
  const found = await lstat(path).catch(ignoreMissing)
  if (found?.uid !== 0 || found.isSymbolicLink()) return
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  await using made = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  const about = await made.stat()
  if (about.isDirectory() || (about.isFile() && about.nlink === 1)) {
    await made.chown(owner.uid, owner.gid)
  }
}
