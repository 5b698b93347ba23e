import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { takeRightsOf } from '@footnote/platform/as-owner'
import { type Facts, openFacts } from '../facts/open-facts.ts'
import { type Library, openLibrary } from '../library/open-library.ts'
import { ownerOfLibrary } from './library-owner.ts'
import { factsPath, libraryPath } from './library-path.ts'
import { makeLibraryFile } from './make-library-file.ts'

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
