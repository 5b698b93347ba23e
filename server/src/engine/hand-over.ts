import { constants } from 'node:fs'
import { mkdir, open, readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Account, canEnter, canWrite } from '@footnote/platform/database/embedded/run-as'

export interface EngineFolder {
  readonly path: string
  /** The names of the engine's files in it. */
  readonly files: RegExp
  /** Whether the operator chose it: if it was there before, it keeps its owner. */
  readonly isNamed: boolean
}

/**
 * Makes a folder of the engine's for its user, and answers whether that user can work there. The user may
 * not be trusted: nothing that they do to their own files and folders makes the answer no, since the
 * engine would then run as root.
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
    // A link in place of the file, or a file that is gone by now.
    if (isTheirs) await give(file, account).catch(() => {})
    else if ((await stat(file)).uid !== account.uid) others.push(resolve(file))
  }
  if (!(await canEnter(account, resolve(path)))) return false
  return isTheirs || (await canWrite(account, [resolve(path), ...others]))
}

/** Root must not be led to the file of somebody else, by a link or by a second name of that file. */
async function give(path: string, { uid, gid }: Account): Promise<void> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  await using made = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  const about = await made.stat()
  if (!about.isDirectory() && about.nlink > 1) return
  await made.chown(uid, gid)
  await made.chmod((about.mode & 0o777) | (about.isDirectory() ? 0o700 : 0o600))
}
