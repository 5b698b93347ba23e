import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const HASH_CHARACTERS = 16

/**
 * Packs a package's folder as it would be published and returns the file name: package, version and
 * content hash. A file that a lock file names therefore never changes.
 */
export async function packFolder(folder: string, { into }: { into: string }): Promise<string> {
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--pack-destination', into, '--ignore-scripts', '--offline', '--silent'],
    // In its own folder, since npm in a checkout with workspaces looks for one of those.
    { cwd: folder },
  )
  const packed = join(into, stdout.trim())
  const hash = createHash('sha256')
    .update(await readFile(packed))
    .digest('hex')
  const name = stdout.trim().replace(/\.tgz$/, `-${hash.slice(0, HASH_CHARACTERS)}.tgz`)
  await rename(packed, join(into, name))
  return name
}
