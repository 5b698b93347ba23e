import { type Library, openLibrary } from '../library/open-library.ts'
import { libraryPath } from './library-path.ts'
import { makeLibraryFile } from './make-library-file.ts'

/** Runs a command on the library that the environment names, which is made if it is to be written. */
export async function withLibrary(
  { readOnly }: { readonly readOnly: boolean },
  work: (library: Library) => void | Promise<void>,
): Promise<void> {
  const path = libraryPath(process.env)
  if (!readOnly) makeLibraryFile(path)
  const library = openLibrary(path, { readOnly })
  try {
    await work(library)
  } finally {
    library.close()
  }
}
