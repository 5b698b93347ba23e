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
import type { Log } from '@footnote/platform/database/embedded/log'
import { engineSettings } from '@footnote/platform/engine-settings'
import { NOT_CONNECTED } from '@footnote/platform/not-connected'
import { type Environment, readSettings } from '@footnote/platform/settings'
import type { Facts } from '../facts/facts.ts'
import { openFacts } from '../facts/open-facts.ts'
import { LibraryError } from '../library/library-file.ts'
import { createFileStore, type LibraryStore } from '../library/library-store.ts'
import { openLibrary } from '../library/open-library.ts'

const FILE_NAME = 'library.db'
const SHARED_INDEX_NAME = 'shared-library.db'
const FACTS_FILE_NAME = 'facts.db'
const SILENT: Log = { info() {}, warn() {} }

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
  try {
    // Does not follow links.
    closeSync(openSync(path, 'ax', 0o600))
  } catch (error) {
    // Another process may have just created the file.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Opens the library that the environment names: the file, or the shared library in a database, up to date, with
 * its index beside the file.
 */
export async function openStore(
  env: Environment,
  { readOnly = false, log = SILENT }: { readonly readOnly?: boolean; readonly log?: Log } = {},
): Promise<LibraryStore> {
  const path = libraryPath(env)
  const databaseUrl = readSettings(engineSettings, env, reader =>
    reader.postgresUrl('FOOTNOTE_LIBRARY_DATABASE_URL'),
  )
  if (databaseUrl === undefined) {
    if (!readOnly) makeLibraryFile(path)
    return createFileStore(openLibrary(path, { readOnly }))
  }
  const folder = dirname(path)
  const [{ openRunsDatabase }, { openSharedLibrary, UNREACHABLE }] = await Promise.all([
    import('../runs/open-runs.ts'),
    import('../library/open-shared-library.ts'),
  ])
  const { connection } = await openRunsDatabase({ databaseUrl, folder }, { log }).catch(cause => {
    throw NOT_CONNECTED.has(cause.code) ? new LibraryError(UNREACHABLE, { cause }) : cause
  })
  const index = join(folder, SHARED_INDEX_NAME)
  makeLibraryFile(index)
  await using opening = new AsyncDisposableStack()
  const store = opening.adopt(openSharedLibrary(connection, index), opened => opened.close())
  await store.catchUp()
  opening.move()
  return store
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
  work: (library: LibraryStore, facts: Facts | undefined) => Promise<void>,
): Promise<void> {
  const path = libraryPath(process.env)
  await using resources = new AsyncDisposableStack()
  resources.defer(takeRightsOf(ownerOfLibrary(dirname(path))))
  const library = await openStore(process.env, { readOnly })
  resources.defer(() => library.close())
  const facts = existsSync(factsPath(path)) ? openFacts(factsPath(path), { readOnly }) : undefined
  resources.defer(() => facts?.close())
  await work(library, facts)
}
