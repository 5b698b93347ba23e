import { constants } from 'node:fs'
import { mkdir, open, readdir, realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { findDenied, type Wish } from '@footnote/platform/database/embedded/find-denied'
import type { Account } from '@footnote/platform/database/embedded/run-as'

export interface EngineFolder {
  readonly path: string
  /** Matches the names of the engine's files in it. */
  readonly files: RegExp
  /** Whether the operator chose the folder; if it already existed, it keeps its owner. */
  readonly isNamed: boolean
}

/**
 * Creates one of the engine's folders for its user, and fails if that user cannot work there. The user is
 * not trusted: what they do to their own files and folders may keep the engine from starting, but never
 * makes it run as root.
 */
export async function handOverFolder(folder: EngineFolder, account: Account): Promise<void> {
  const wishes = await handOver(folder, account).catch((cause: unknown) => {
    throw new Error(
      `Cannot make ${folder.path} a folder of user ${account.uid}, who runs the engine: it must be a folder, not a link, on a file system that has owners.`,
      { cause },
    )
  })
  const denied = await findDenied(account, wishes)
  if (denied === undefined) return
  throw new Error(
    `The engine runs as user ${account.uid}, who cannot ${denied.to} ${denied.path}: grant it, or start Footnote as an ordinary user.`,
  )
}

/** Returns what the user must be able to do there. */
async function handOver(
  { path: name, files, isNamed }: EngineFolder,
  account: Account,
): Promise<Wish[]> {
  const isNew = (await mkdir(name, { recursive: true, mode: 0o700 })) !== undefined
  const path = isNamed ? await realpath(name) : resolve(name)
  const isTheirs = isNew || !isNamed || (await stat(path)).uid === account.uid
  if (isTheirs) await give(path, account, constants.O_DIRECTORY)
  const others: string[] = []
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (!entry.isFile() || !files.test(entry.name)) continue
    const file = join(path, entry.name)
    // Skips a link in place of the file, or a file that is gone by now.
    if (isTheirs) await give(file, account).catch(() => {})
    else if ((await stat(file)).uid !== account.uid) others.push(file)
  }
  const written = [path, ...others].map(path => ({ path, to: 'write' as const }))
  return [{ path, to: 'enter' }, ...written]
}

/** Follows no symbolic link and skips hard links, so that root never gives away another user's file. */
async function give(path: string, { uid, gid }: Account, flags = 0): Promise<void> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  await using made = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | flags)
  const about = await made.stat()
  if (!about.isDirectory() && about.nlink > 1) return
  await made.chown(uid, gid)
  await made.chmod((about.mode & 0o777) | (about.isDirectory() ? 0o700 : 0o600))
}
