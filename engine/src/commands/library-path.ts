import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  type Stats,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { takeRightsOf } from '@footnote/platform/as-owner'
import type { Environment } from '@footnote/platform/settings'
import { type Facts, openFacts } from '../facts/open-facts.ts'
import { type Library, openLibrary } from '../library/open-library.ts'

const FILE_NAME = 'library.db'
const FACTS_FILE_NAME = 'facts.db'

/** Returns the path of the library: in its own folder, or in the data folder. */
export function libraryPath(env: Environment): string {
  const own = env['FOOTNOTE_LIBRARY_DIR']?.trim()
  const dataDir = env['FOOTNOTE_DATA_DIR']?.trim() || '.footnote'
  return join(own || join(dataDir, 'library'), FILE_NAME)
}

/** The facts are beside the library. */
export function factsPath(library: string): string {
  return join(dirname(library), FACTS_FILE_NAME)
}

/**
 * Creates a missing library file that only its owner can read, since the documents may be private.
 * SQLite gives the files it keeps beside it the same mode and owner.
 */
export function makeLibraryFile(path: string): void {
  if (existsSync(path)) return
  // Root's database runs as another user, who needs access to its folder below this one.
  const mode = process.geteuid?.() === 0 ? 0o711 : 0o700
  mkdirSync(dirname(path), { recursive: true, mode })
  createFile(path)
}

/** Does nothing if another process has just created the file. Does not follow links. */
function createFile(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Returns the owner of the library's folder, or of the folder that it will be created in. A link belongs to
 * its creator, wherever it leads, unless root created it.
 */
function ownerOfLibrary(folder: string): Pick<Stats, 'uid' | 'gid'> {
  const path = resolve(folder)
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return ownerOfLibrary(dirname(path))
  return found.isSymbolicLink() && found.uid === 0 ? statSync(path) : found
}

/**
 * Runs a command on the library that the environment names, and creates it if the command writes. The facts
 * beside it are there after the engine's first start. Root acts as the owner of the folder, who may have
 * planted links or a hostile database file there.
 */
export async function withLibrary(
  { readOnly }: { readonly readOnly: boolean },
  work: (library: Library, facts: Facts | undefined) => void | Promise<void>,
): Promise<void> {
  const path = libraryPath(process.env)
  const giveBack = takeRightsOf(ownerOfLibrary(dirname(path)))
  try {
    if (!readOnly) makeLibraryFile(path)
    const library = openLibrary(path, { readOnly })
    const facts = existsSync(factsPath(path)) ? openFacts(factsPath(path), { readOnly }) : undefined
    try {
      await work(library, facts)
    } finally {
      facts?.close()
      library.close()
    }
  } finally {
    giveBack()
  }
}
