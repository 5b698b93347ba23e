import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Packs a package's folder as it would be published; npm names the file after name and version. */
export async function packFolder(folder: string, { into }: { into: string }): Promise<void> {
  await promisify(execFile)(
    'npm',
    ['pack', '--pack-destination', into, '--ignore-scripts', '--offline', '--silent'],
    // In its own folder, since npm in a checkout with workspaces looks for one of those.
    { cwd: folder },
  )
}
