import { dirname, join } from 'node:path'
import type { Environment } from '@footnote/platform/settings'

const FILE_NAME = 'library.db'
const FACTS_FILE_NAME = 'facts.db'

/** Where the library is: in a folder of its own, or in that of the data folder. */
export function libraryPath(env: Environment): string {
  const own = env['FOOTNOTE_LIBRARY_DIR']?.trim()
  const dataDir = env['FOOTNOTE_DATA_DIR']?.trim() || '.footnote'
  return join(own || join(dataDir, 'library'), FILE_NAME)
}

/** The facts are beside the library. */
export function factsPath(library: string): string {
  return join(dirname(library), FACTS_FILE_NAME)
}
