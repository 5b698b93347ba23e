import { chown, mkdtemp, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../../create-file-once.ts'
import type { DataFolder } from './data-folder.ts'
import { ignoreMissing } from './ignore-missing.ts'
import type { Log } from './log.ts'
import type { Binaries } from './prepare-binaries.ts'
import { removeByPrefix } from './remove-by-prefix.ts'
import { makePassword, roles, storePassword } from './roles.ts'
import { type Account, runAs } from './run-as.ts'

/**
 * Creates the cluster if there is none. It is made beside its place and moved in when complete and
 * on disk, after its password: whenever this is cut short, the next start simply makes another.
 */
export async function initCluster(
  folder: DataFolder,
  options: { home: string; account: Account; binaries: Binaries; log: Log },
): Promise<void> {
  const { home, account, binaries, log } = options
  const cluster = join(home, 'postgres')
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(ignoreMissing)
  if (version !== undefined) return requireVersion(version.trim(), { cluster, binaries })

  log.info(`Creating the database in ${home}.`)
  await removeByPrefix(home, 'postgres.new-')
  const staging = await mkdtemp(join(home, 'postgres.new-'))
  await chown(staging, account.uid, account.gid)
  const password = makePassword()
  const passwordCopy = join(staging, 'password')
  await writeFile(passwordCopy, password, { mode: 0o600 })
  await chown(passwordCopy, account.uid, account.gid)
  await runAs(account, binaries.initdb, [
    `--pgdata=${join(staging, 'cluster')}`,
    `--username=${roles.superuser.user}`,
    `--pwfile=${passwordCopy}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ])
  await storePassword(folder, { role: 'superuser', password })
  await rename(join(staging, 'cluster'), cluster)
  await syncFolder(home)
  await rm(passwordCopy)
  await rmdir(staging)
}

function requireVersion(
  version: string,
  { cluster, binaries }: { cluster: string; binaries: Binaries },
): void {
  if (version === binaries.major) return
  throw new Error(
    `The database in ${cluster} was made by PostgreSQL ${version}, and this is PostgreSQL ${binaries.major}: start the Footnote it was made with, or move its data over with pg_upgrade.`,
  )
}
