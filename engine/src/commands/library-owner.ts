import { lstatSync, type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Returns the owner of the library's folder, or of the folder that it will be created in. A link belongs to
 * its creator, wherever it leads, unless root created it.
 */
export function ownerOfLibrary(folder: string): Pick<Stats, 'uid' | 'gid'> {
  const path = resolve(folder)
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return ownerOfLibrary(dirname(path))
  return found.isSymbolicLink() && found.uid === 0 ? statSync(path) : found
}
