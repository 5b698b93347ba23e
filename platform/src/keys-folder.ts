import { access, constants, mkdir, readdir, readFile, rmdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createFileOnce } from './create-file-once.ts'
import { ignoreMissing } from './database/embedded/ignore-missing.ts'
import type { Log } from './database/embedded/log.ts'
import { destroyFile } from './destroy-file.ts'

/** Standard marker that makes tar, borg, restic and others exclude a folder from backups. */
const CACHE_TAG = `Signature: 8a477f597d28d172789f06886806bc55
# Footnote's engine seals the texts of background tasks with these keys. A backup that has both the
# keys and the database can be read.
`
const NO_PERMISSION = ['EACCES', 'EPERM', 'EROFS']

/** Default folder of the engine's seal keys: beside the data folder, which is backed up. */
export function keysFolderOf(dataDir: string): string {
  return `${resolve(dataDir)}-keys`
}

/**
 * Creates that folder, moves keys of earlier versions there from the data folder, and returns it.
 * Returns a folder inside the data folder if the one beside it cannot be written.
 */
export async function prepareKeysFolder(dataDir: string, { log }: { log: Log }): Promise<string> {
  const beside = keysFolderOf(dataDir)
  const within = join(resolve(dataDir), 'keys')
  const isUsable = await makeFolder(beside)
  if (isUsable) {
    await moveKeys(within, beside)
    return beside
  }
  log.warn(
    `The engine's sealing keys are in ${within}, because ${beside} is not writable. A backup of the data folder therefore reveals background tasks. Make ${beside} writable for this user, or set FOOTNOTE_ENGINE_KEYS_DIR.`,
  )
  await makeFolder(within)
  return within
}

async function makeFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
    await createFileOnce(join(folder, 'CACHEDIR.TAG'), () => Buffer.from(CACHE_TAG))
    return true
  } catch (error) {
    if (NO_PERMISSION.includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

/**
 * Destroys a key at its old path once it is on disk at the new one. Links are not followed, since the
 * folders may belong to a user with fewer rights than root.
 */
async function moveKeys(from: string, to: string): Promise<void> {
  const names = (await readdir(from).catch(ignoreMissing)) ?? []
  for (const name of names.filter(name => name.endsWith('.key'))) {
    const flag = constants.O_RDONLY | constants.O_NOFOLLOW
    const bytes = await readFile(join(from, name), { flag }).catch(ignoreMissing)
    if (bytes) await createFileOnce(join(to, name), () => bytes)
    await destroyFile(join(from, name))
  }
  // Files other than keys stay, and so does their folder.
  await rmdir(from).catch(() => {})
}
