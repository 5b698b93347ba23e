import {
  access,
  constants,
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
  rmdir,
  stat,
} from 'node:fs/promises'
import { join } from 'node:path'
import { createFileOnce } from './create-file-once.ts'
import { ignoreMissing } from './database/embedded/ignore-missing.ts'
import type { Log } from './database/embedded/log.ts'
import { destroyFile } from './destroy-file.ts'
import { makeDataFolder } from './make-data-folder.ts'
import { dayOfKeyFile, isOldKey } from './seal-key-file.ts'

/** Standard marker that makes tar, borg, restic and others exclude a folder from backups. */
const CACHE_TAG = `Signature: 8a477f597d28d172789f06886806bc55
# Footnote's engine seals the texts of background tasks with these keys. A backup that has both the
# keys and the database can be read.
`
const NO_PERMISSION = ['EACCES', 'EPERM', 'EROFS']

/** Default folder of the engine's sealing keys: beside the data folder, which is backed up. */
export async function keysFolderOf(dataDir: string): Promise<string> {
  return `${await realpath(dataDir)}-keys`
}

/**
 * Creates the folder of the engine's sealing keys, moves keys there from the folders that earlier versions or
 * settings used, and returns it: the named folder, else the one beside the data folder, else one inside the
 * data folder if that cannot be written.
 */
export async function prepareKeysFolder(
  dataDir: string,
  { named, log }: { named: string | undefined; log: Log },
): Promise<string> {
  const ours = await ownFolders(dataDir)
  const folder = named ?? (await makeOwnFolder(ours, log))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const used = await stat(folder)
  for (const former of [ours.within, ours.beside]) {
    const found = await stat(former).catch(() => undefined)
    if (!found || (found.dev === used.dev && found.ino === used.ino)) continue
    await forEachKey(former, log, name => moveKey(join(former, name), join(folder, name)))
    // Keeps the folder if it has other files.
    if (former === ours.within) await rmdir(former).catch(() => {})
  }
  return folder
}

/** Destroys old keys in all folders, because an engine that never runs cannot. */
export async function destroyOldKeys(
  dataDir: string,
  { named, log }: { named: string | undefined; log: Log },
): Promise<void> {
  const { within, beside } = await ownFolders(dataDir)
  for (const folder of [within, beside, ...(named === undefined ? [] : [named])]) {
    await forEachKey(folder, log, async (name, day) => {
      if (isOldKey(day, Date.now())) await destroyFile(join(folder, name))
    })
  }
}

interface OwnFolders {
  readonly within: string
  readonly beside: string
}

async function ownFolders(dataDir: string): Promise<OwnFolders> {
  await makeDataFolder(dataDir)
  return { within: join(await realpath(dataDir), 'keys'), beside: await keysFolderOf(dataDir) }
}

async function makeOwnFolder({ within, beside }: OwnFolders, log: Log): Promise<string> {
  if (await makeTagged(beside, log)) return beside
  log.warn(
    `The engine's sealing keys are in ${within}, because ${beside} is not writable. A backup of the data folder therefore reveals background tasks. Make ${beside} writable for this user, or set FOOTNOTE_ENGINE_KEYS_DIR.`,
  )
  await makeTagged(within, log)
  return within
}

async function makeTagged(folder: string, log: Log): Promise<boolean> {
  const tag = join(folder, 'CACHEDIR.TAG')
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
    const found = await lstat(tag).catch(ignoreMissing)
    if (!found) await createFileOnce(tag, () => Buffer.from(CACHE_TAG))
    else if (!found.isFile()) {
      log.warn(`${tag} is not a file, so backups may include the keys beside it: remove it.`)
    }
    return true
  } catch (error) {
    if (NO_PERMISSION.includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

/** Leaves a key that cannot be handled where it is, with a warning, and continues with the others. */
async function forEachKey(
  folder: string,
  log: Log,
  handle: (name: string, day: string) => Promise<void>,
): Promise<void> {
  const warn = (path: string) => (error: unknown) => {
    log.warn(`Sealing keys were left in ${path}: ${error instanceof Error ? error.message : error}`)
  }
  const names = await readdir(folder).catch(ignoreMissing).catch(warn(folder))
  for (const name of names ?? []) {
    const day = dayOfKeyFile(name)
    if (day !== undefined) await handle(name, day).catch(warn(join(folder, name)))
  }
}

/** Destroys a key at its old place once it is on disk at the new one. */
async function moveKey(from: string, to: string): Promise<void> {
  const bytes = await readKey(from).catch(ignoreMissing)
  if (!bytes) return
  const kept = await createFileOnce(to, () => bytes)
  if (!kept.equals(bytes)) throw new Error(`${to} is another key of the same day`)
  await destroyFile(from)
}

/** Follows no link and waits for no pipe: the folder may belong to a less privileged user. */
async function readKey(path: string): Promise<Buffer> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  await using file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  const about = await file.stat()
  if (!about.isFile() || about.nlink > 1)
    throw new Error('it is not a regular file, or it has several hard links')
  return await file.readFile()
}
