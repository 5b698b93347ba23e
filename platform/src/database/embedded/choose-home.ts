import { lstat, readlink, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DataFolder } from './data-folder.ts'
import { ignoreMissing } from './ignore-missing.ts'
import type { Log } from './log.ts'
import { type Account, canEnter } from './run-as.ts'
import { prepareStateFolder, stateFolderOf } from './state-folder.ts'

/** The folder that holds the cluster: the data folder, or the one that a link there points into. */
export async function findHome(folder: DataFolder): Promise<string> {
  const cluster = await lstat(folder.cluster).catch(ignoreMissing)
  return cluster?.isSymbolicLink() ? dirname(await readlink(folder.cluster)) : folder.path
}

/**
 * Decides where the cluster lives. A decision once taken is kept, by the cluster itself or by a
 * link in its place: were it taken anew, a changed mode above would bring up an empty database.
 */
export async function chooseHome(
  folder: DataFolder,
  { account, log }: { account: Account; log: Log },
): Promise<string> {
  const home = await findHome(folder)
  if (await canEnter(account, home)) return home
  if (await lstat(folder.cluster).catch(ignoreMissing)) {
    throw new Error(
      `User ${account.uid}, who owns the database in ${home}, cannot enter that folder: restore it if it is gone, or allow it with "chmod a+x" on it and its parents.`,
    )
  }
  const stateFolder = stateFolderOf(folder.path)
  await prepareStateFolder(stateFolder, account)
  if (await lstat(join(stateFolder, 'postgres')).catch(ignoreMissing)) {
    throw new Error(
      `${stateFolder} has the database of an earlier data folder at ${folder.path}: move it away or remove it, then start again.`,
    )
  }
  await symlink(join(stateFolder, 'postgres'), folder.cluster)
  log.info(
    `The database does not run as root, and user ${account.uid} cannot enter ${folder.path}: it lives in ${stateFolder}.`,
  )
  return stateFolder
}
