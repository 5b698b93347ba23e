import { join } from 'node:path'
import type { Environment } from '@footnote/platform/settings'

const FILE_NAME = 'library.db'

/** Where the library is: in a folder of its own, or in that of the data folder. */
export function libraryPath(env: Environment): string {
  const own = env['FOOTNOTE_LIBRARY_DIR']?.trim()
  const dataDir = env['FOOTNOTE_DATA_DIR']?.trim() || '.footnote'
  return join(own || join(dataDir, 'library'), FILE_NAME)
}
