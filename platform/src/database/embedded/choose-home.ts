import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir, readlink, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DataFolder } from './data-folder.ts'
import { ignoreMissing } from './ignore-missing.ts'
import type { Log } from './log.ts'
import { type Account, canEnter } from './run-as.ts'

/** Returns the folder with the cluster: the data folder, or the target of a link in it. */
export async function findHome(folder: DataFolder): Promise<string> {
  const cluster = await lstat(folder.cluster).catch(ignoreMissing)
  return cluster?.isSymbolicLink() ? dirname(await readlink(folder.cluster)) : folder.path
}

/**
 * Decides where the cluster is stored. The cluster, or a link in its place, records the decision: otherwise
 * a changed mode of a parent folder could start an empty database.
 */
export async function chooseHome(
  folder: DataFolder,
  { account, log }: { account: Account; log: Log },
): Promise<string> {
  const home = await findHome(folder)
  if (await canEnter(account, home)) return home
  if (await lstat(folder.cluster).catch(ignoreMissing)) {
    throw new Error(
      `User ${account.uid} owns the database in ${home} but cannot enter that folder. Restore the folder if it is missing, or run "chmod a+x" on it and its parents.`,
    )
  }
  const stateFolder = stateFolderOf(folder.path)
  await prepareStateFolder(stateFolder, account)
  if (await lstat(join(stateFolder, 'postgres')).catch(ignoreMissing)) {
    throw new Error(
      `${stateFolder} contains the database of an earlier data folder at ${folder.path}. Move or remove it, then start again.`,
    )
  }
  await symlink(join(stateFolder, 'postgres'), folder.cluster)
  log.info(
    `PostgreSQL refuses to run as root, and user ${account.uid} cannot enter ${folder.path}. The database is stored in ${stateFolder}.`,
  )
  return stateFolder
}

/** Returns the folder for the server's files if its user cannot access the data folder or the binaries. */
export function stateFolderOf(dataFolderPath: string): string {
  return join('/var/lib/footnote', shortHash(dataFolderPath))
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

export async function prepareStateFolder(folder: string, account: Account): Promise<void> {
  for (const path of [dirname(folder), folder]) {
    // Sets the mode of folders that it creates, whatever the umask, and leaves existing ones alone.
    if (await mkdir(path, { recursive: true })) await chmod(path, 0o755)
  }
  if (await canEnter(account, folder)) return
  throw new Error(
    `PostgreSQL refuses to run as root, and user ${account.uid} cannot enter ${folder}. Run "chmod a+x" on that folder and its parents, or start Footnote as another user.`,
  )
}
