import { constants } from 'node:fs'
import { chown, mkdir, open, readdir } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import { type Account, canRead, canWriteIn } from '@footnote/platform/database/embedded/run-as'
import { chooseEngineAccount } from '@footnote/platform/engine-account'
import { prepareKeysFolder } from '@footnote/platform/keys-folder'
import type { Log } from '@footnote/platform/log'
import type { Config } from '../config.ts'

export interface PreparedEngine {
  readonly keysDir: string
  /** The user that root runs the engine as; undefined: the service's own. */
  readonly account: Account | undefined
}

/** Makes the engine's folders and, for a service that root started, hands them to the engine's user. */
export async function prepareEngine(
  { dataDir, engine: { environment } }: Config,
  { command, log }: { command: readonly string[]; log: Log },
): Promise<PreparedEngine> {
  const named = [environment['FOOTNOTE_LIBRARY_DIR'], environment['FOOTNOTE_ENGINE_KEYS_DIR']]
  const [libraryDir, keysDir = await prepareKeysFolder(dataDir, { log })] = named
  const account = await chooseEngineAccount(dataDir)
  if (!account) return { keysDir, account }

  const tries = [
    ...command.filter(isAbsolute).map(path => ({ path, passes: () => canRead(account, path) })),
    ...[
      { path: libraryDir ?? join(dataDir, 'library'), files: /^library\.db/ },
      { path: join(dataDir, 'engine'), files: /^engine\.(id|lock)/ },
      { path: keysDir, files: /./ },
    ].map(({ path, files }) => ({
      path,
      async passes() {
        const isNew = (await mkdir(path, { recursive: true, mode: 0o700 })) !== undefined
        // A folder that the operator named and made keeps the owner that it has.
        if (isNew || !named.includes(path)) await handOver(path, { files, account })
        return await canWriteIn(account, resolve(path))
      },
    })),
  ]
  for (const { path, passes } of tries) {
    if (await passes().catch(() => false)) continue
    log.warn(
      `The engine runs as root, because user ${account.uid} has no access to ${path}: grant it, or start Footnote as an ordinary user.`,
    )
    return { keysDir, account: undefined }
  }
  return { keysDir, account }
}

/**
 * Changes the owner of the folder and of its files. The engine's user may have put a link there to a
 * file of somebody else: that one keeps its owner.
 */
async function handOver(
  folder: string,
  { files, account: { uid, gid } }: { files: RegExp; account: Account },
): Promise<void> {
  await chown(folder, uid, gid)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile() || !files.test(entry.name)) continue
    await using file = await open(
      join(folder, entry.name),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    )
    const { nlink } = await file.stat()
    if (nlink === 1) await file.chown(uid, gid)
  }
}
