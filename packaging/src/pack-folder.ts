import { execFile } from 'node:child_process'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { nameByContent } from './build-folder.ts'

/**
 * Packs a package's folder as it would be published and returns the file name: package, version and
 * content hash.
 */
export async function packFolder(folder: string, { into }: { into: string }): Promise<string> {
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--pack-destination', into, '--ignore-scripts', '--offline', '--silent'],
    // In its own folder, since npm in a checkout with workspaces looks for one of those.
    { cwd: folder },
  )
  const packed = join(into, stdout.trim())
  const name = nameByContent(await readFile(packed), hash =>
    stdout.trim().replace(/\.tgz$/, `-${hash}.tgz`),
  )
  await rename(packed, join(into, name))
  return name
}
