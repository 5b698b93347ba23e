import { copyFile, mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'

/** Folder where `npm run build` puts the packages. */
const BUILT = join(import.meta.dirname, '../../../packaging/dist/downloads')
/** Package, version and content hash. */
const NAME = /^footnote-(?:sdk|cli)-\d+\.\d+\.\d+-[0-9a-f]{16}\.tgz$/

export interface Packages {
  readonly folder: string
  /** Packages in the folder: those of this build and all earlier ones served from there. */
  readonly files: readonly string[]
  /** Files of this build; none if nothing was built. */
  readonly current: { readonly sdk?: string | undefined; readonly cli?: string | undefined }
}

export const noPackages: Packages = { folder: '', files: [], current: {} }

/**
 * Copies the built packages to the folder of earlier ones. A lock file names a package by address and
 * digest, so `npm ci` needs the same bytes at the same address after the next build too.
 */
export async function keepPackages(folder: string, { built = BUILT } = {}): Promise<Packages> {
  const names = await readNames(built)
  await mkdir(folder, { recursive: true })
  const kept = await readNames(folder)
  for (const name of names.filter(name => !kept.includes(name))) {
    // Renamed once complete: a partial copy must not be served.
    const copy = join(folder, `.${name}-${process.pid}`)
    await copyFile(join(built, name), copy)
    await rename(copy, join(folder, name))
  }
  const find = (name: string) => names.find(file => file.startsWith(`footnote-${name}-`))
  return {
    folder,
    files: [...new Set([...kept, ...names])],
    current: { sdk: find('sdk'), cli: find('cli') },
  }
}

async function readNames(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter(name => NAME.test(name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
