import { chooseEngineAccount } from '../../engine-account.ts'
import { chooseAccount } from './choose-account.ts'
import { chooseHome } from './choose-home.ts'
import { type EmbeddedConnection, readConnection } from './connection.ts'
import type { DataFolder } from './data-folder.ts'
import { initCluster } from './init-cluster.ts'
import type { Log } from './log.ts'
import { type Binaries, findInstalledBinaries, prepareBinaries } from './prepare-binaries.ts'
import type { Account } from './run-as.ts'
import type { ServerSettings } from './server-settings.ts'
import { stateFolderOf } from './state-folder.ts'
import { ensurePassword } from './store-password.ts'

/** Everything that is decided before a server is started, and stays so when it is restarted. */
export interface PreparedServer {
  folder: DataFolder
  home: string
  account: Account
  /** User who may reach the socket besides the database's own. */
  engineAccount: Account | undefined
  binaries: Binaries
  /** The supervisor's connection. */
  superuser: EmbeddedConnection
  service: EmbeddedConnection
  engine: EmbeddedConnection
  settings: ServerSettings
}

/** For the holder of the database lock only. */
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
