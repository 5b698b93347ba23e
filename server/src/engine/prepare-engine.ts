import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { Log } from '@footnote/platform/database/embedded/log'
import { type Account, canRead } from '@footnote/platform/database/embedded/run-as'
import { chooseEngineAccount } from '@footnote/platform/engine-account'
import { prepareKeysFolder } from '@footnote/platform/keys-folder'
import type { Config } from '../config.ts'
import { type EngineFolder, handOverFolder } from './hand-over.ts'

export interface PreparedEngine {
  readonly keysDir: string
  /** User for an engine started by root; undefined for the service's own user. */
  readonly account: Account | undefined
}

/** Creates the engine's folders and, for a service started by root, hands them to the engine's user. */
export async function prepareEngine(
  { dataDir, engine: { environment } }: Config,
  { command, log }: { command: readonly string[]; log: Log },
): Promise<PreparedEngine> {
  const namedLibrary = environment['FOOTNOTE_LIBRARY_DIR']
  const namedKeys = environment['FOOTNOTE_ENGINE_KEYS_DIR']
  const libraryDir = namedLibrary ?? join(dataDir, 'library')
  const isKeysNamed = namedKeys !== undefined && existsSync(namedKeys)
  const keysDir = await prepareKeysFolder(dataDir, { named: namedKeys, log })
  const account = await chooseEngineAccount(dataDir)
  if (!account) return { keysDir, account }

  const folders: EngineFolder[] = [
    { path: libraryDir, files: /^library\.db/, isNamed: namedLibrary !== undefined },
    { path: join(dataDir, 'engine'), files: /^engine\.(id|lock)/, isNamed: false },
    { path: keysDir, files: /\.(key|half|TAG)$/, isNamed: isKeysNamed },
  ]
  const obstacle =
    (await findFailing(command.filter(isAbsolute), path => canRead(account, path))) ??
    (await findFailing(folders, folder => handOverFolder(folder, account)))?.path
  if (obstacle === undefined) return { keysDir, account }
  log.warn(
    `The engine runs as root, because user ${account.uid} has no access to ${obstacle}. Grant access, or start Footnote as an ordinary user.`,
  )
  return { keysDir, account: undefined }
}

/** Counts an error as failing, since a file system may not be able to change owners. */
async function findFailing<Item>(
  items: readonly Item[],
  passes: (item: Item) => Promise<boolean>,
): Promise<Item | undefined> {
  for (const item of items) {
    if (!(await passes(item).catch(() => false))) return item
  }
  return undefined
}
