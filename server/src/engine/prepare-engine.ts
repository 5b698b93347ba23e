import { existsSync } from 'node:fs'
import { lstat, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { findDenied } from '@footnote/platform/database/embedded/find-denied'
import type { Log } from '@footnote/platform/database/embedded/log'
import type { Account } from '@footnote/platform/database/embedded/run-as'
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
    { path: libraryDir, files: /^(shared-)?library\.db/, isNamed: namedLibrary !== undefined },
    { path: join(dataDir, 'engine'), files: /^engine\.(id|lock)/, isNamed: false },
    { path: keysDir, files: /\.(key|half|TAG)$/, isNamed: isKeysNamed },
  ]
  const denied = await findDenied(account, [
    ...command.filter(isAbsolute).map(path => ({ path, to: 'read' as const })),
    { path: resolve(dataDir), to: 'enter' },
  ])
  if (denied === undefined) {
    for (const folder of folders) await handOverFolder(folder, account)
    return { keysDir, account }
  }
  if (await isBelowFolderOf(account, denied.path)) {
    throw new Error(
      `The engine runs as user ${account.uid}, who owns ${denied.path} or a folder above it and cannot ${denied.to} it: set its mode right with "chmod u+rx".`,
    )
  }
  log.warn(
    `The engine runs as root, because user ${account.uid} has no access to ${denied.path}. Grant access, or start Footnote as an ordinary user.`,
  )
  return { keysDir, account: undefined }
}

/** Returns whether the user could have closed the path, to have the engine run as root. */
async function isBelowFolderOf({ uid }: Account, path: string): Promise<boolean> {
  for (let at of [resolve(path), await realpath(path)]) {
    for (; ; at = dirname(at)) {
      if ((await lstat(at)).uid === uid) return true
      if (at === dirname(at)) break
    }
  }
  return false
}
