import { dirname } from 'node:path'
import { takeRightsOf } from '@footnote/platform/as-owner'
import { type Library, openLibrary } from '../library/open-library.ts'
import { ownerOfLibrary } from './library-owner.ts'
import { libraryPath } from './library-path.ts'
import { makeLibraryFile } from './make-library-file.ts'

/**
 * Runs a command on the library that the environment names, and creates it if the command writes. Root acts
 * as the owner of the folder, who may have planted links or a hostile database file there.
 */
export async function withLibrary(
  { readOnly }: { readonly readOnly: boolean },
  work: (library: Library) => void | Promise<void>,
): Promise<void> {
  const path = libraryPath(process.env)
  const giveBack = takeRightsOf(ownerOfLibrary(dirname(path)))
  try {
    if (!readOnly) makeLibraryFile(path)
    const library = openLibrary(path, { readOnly })
    try {
      await work(library)
    } finally {
      library.close()
    }
  } finally {
    giveBack()
  }
}
