import { lstatSync, type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Whose library it is: the owner of its folder, or of the one that it will be made in. A link counts as
 * its maker's, wherever it leads, unless root made it.
 */
export function ownerOfLibrary(folder: string): Pick<Stats, 'uid' | 'gid'> {
  const path = resolve(folder)
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return ownerOfLibrary(dirname(path))
  return found.isSymbolicLink() && found.uid === 0 ? statSync(path) : found
}
