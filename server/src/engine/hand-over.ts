import { constants } from 'node:fs'
import { mkdir, open, readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Account, canEnter, canWrite } from '@footnote/platform/database/embedded/run-as'

export interface EngineFolder {
  readonly path: string
  /** Matches the names of the engine's files in it. */
  readonly files: RegExp
  /** Whether the operator chose the folder; if it already existed, it keeps its owner. */
  readonly isNamed: boolean
}

/**
 * Creates one of the engine's folders for its user and returns whether that user can work there. The
 * user is not trusted: nothing they do to their own files and folders makes the result false, since
 * the engine would then run as root.
 */
export async function handOverFolder(
  { path, files, isNamed }: EngineFolder,
  account: Account,
): Promise<boolean> {
  const isNew = (await mkdir(path, { recursive: true, mode: 0o700 })) !== undefined
  const isTheirs = isNew || !isNamed || (await stat(path)).uid === account.uid
  if (isTheirs) await give(path, account)
  const others: string[] = []
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (!entry.isFile() || !files.test(entry.name)) continue
    const file = join(path, entry.name)
    // Skips a link in place of the file, or a file that is gone by now.
    if (isTheirs) await give(file, account).catch(() => {})
    else if ((await stat(file)).uid !== account.uid) others.push(resolve(file))
  }
  if (!(await canEnter(account, resolve(path)))) return false
  return isTheirs || (await canWrite(account, [resolve(path), ...others]))
}

/** Follows no symbolic link and skips hard links, so that root never gives away another user's file. */
async function give(path: string, { uid, gid }: Account): Promise<void> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  await using made = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  const about = await made.stat()
  if (!about.isDirectory() && about.nlink > 1) return
  await made.chown(uid, gid)
  await made.chmod((about.mode & 0o777) | (about.isDirectory() ? 0o700 : 0o600))
}
