import { stat } from 'node:fs/promises'
import { chooseEngineAccount, readUsers } from '../../engine-account.ts'
import { chooseHome, stateFolderOf } from './choose-home.ts'
import { type EmbeddedConnection, readConnection } from './connection.ts'
import type { DataFolder } from './data-folder.ts'
import { ignoreMissing } from './ignore-missing.ts'
import { initCluster } from './init-cluster.ts'
import type { Log } from './log.ts'
import { type Binaries, findInstalledBinaries, prepareBinaries } from './prepare-binaries.ts'
import { ensurePassword } from './roles.ts'
import { type Account, currentAccount } from './run-as.ts'
import type { ServerSettings } from './server-settings.ts'

/** The decisions that a server keeps across restarts. */
export interface PreparedServer {
  folder: DataFolder
  home: string
  account: Account
  /** User who may connect to the socket, in addition to the database's own. */
  engineAccount: Account | undefined
  binaries: Binaries
  /** Connection of the supervisor. */
  superuser: EmbeddedConnection
  service: EmbeddedConnection
  engine: EmbeddedConnection
  settings: ServerSettings
}

/** Prepares a server. The caller must hold the database lock. */
export async function prepareServer(
  folder: DataFolder,
  { log, settings = {} }: { log: Log; settings?: ServerSettings | undefined },
): Promise<PreparedServer> {
  const account = await chooseAccount(folder)
  const home = await chooseHome(folder, { account, log })
  const stateFolder = stateFolderOf(folder.path)
  const binaries = await prepareBinaries(findInstalledBinaries(), { account, stateFolder, log })
  await initCluster(folder, { home, account, binaries, log })
  const superuser = {
    ...(await readConnection(folder, { home, role: 'superuser' })),
    // Names in statements refer to system objects, whatever search_path a database sets.
    options: '-c search_path=pg_catalog',
  }
  const engineAccount = await chooseEngineAccount(folder.path)
  await ensurePassword(folder, 'service')
  await ensurePassword(folder, 'engine')
  const service = await readConnection(folder, { home, role: 'service' })
  const engine = await readConnection(folder, { home, role: 'engine' })
  return { folder, home, account, engineAccount, binaries, superuser, service, engine, settings }
}

/**
 * Chooses the user that the server runs as, because PostgreSQL refuses to run as root. Prefers the owner of
 * the files, so that a folder keeps its user whatever is installed later.
 */
export async function chooseAccount(folder: DataFolder): Promise<Account> {
  const self = currentAccount()
  if (self.uid !== 0) return self
  const owner = (await stat(folder.cluster).catch(ignoreMissing)) ?? (await stat(folder.path))
  const users = await readUsers()
  // initdb fails if its user id has no name.
  const user =
    users.find(({ uid }) => owner.uid !== 0 && uid === owner.uid) ??
    users.find(({ name }) => name === 'postgres') ??
    users.find(({ name }) => name === 'nobody')
  if (!user) {
    throw new Error(
      'PostgreSQL refuses to run as root, and /etc/passwd has no user "postgres" or "nobody". Add one of them, or start Footnote as another user.',
    )
  }
  return { uid: user.uid, gid: user.gid }
}
