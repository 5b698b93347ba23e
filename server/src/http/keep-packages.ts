import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '@footnote/platform/create-file-once'
import { ignoreMissing } from '@footnote/platform/database/embedded/ignore-missing'
import { giveToOwner } from '@footnote/platform/give-to-owner'

/** Folder where `npm run build` puts the packages. */
const BUILT = join(import.meta.dirname, '../../../packaging/dist/downloads')
/** File names of the packages: version and content hash. */
const NAMES = {
  sdk: /^footnote-sdk-\d+\.\d+\.\d+-(?<hash>[0-9a-f]{16})\.tgz$/,
  cli: /^footnote-cli-\d+\.\d+\.\d+-(?<hash>[0-9a-f]{16})\.tgz$/,
  mcpb: /^footnote-mcp-\d+\.\d+\.\d+-(?<hash>[0-9a-f]{16})\.mcpb$/,
  wheel: /^footnote-\d+\.\d+\.\d+-0(?<hash>[0-9a-f]{16})-py3-none-any\.whl$/,
  sdist: /^footnote-python-\d+\.\d+\.\d+-(?<hash>[0-9a-f]{16})\.tar\.gz$/,
} as const
/** An unfinished copy, possibly left by a killed process. */
const COPY = /^\.footnote-.+-\d+$/
const ABANDONED_MS = 3_600_000

export type PackageName = keyof typeof NAMES

export interface Packages {
  readonly folder: string
  /** Packages in the folder: those of this build and all earlier ones served from there. */
  readonly files: readonly string[]
  /** Files of this build; none if nothing was built. */
  readonly current: { readonly [Name in PackageName]?: string | undefined }
}

export const noPackages: Packages = { folder: '', files: [], current: {} }

/**
 * Copies the built packages to the folder of earlier ones. A lock file names a package by address and
 * digest, so `npm ci` needs the same bytes at the same address after the next build too.
 */
export async function keepPackages(folder: string, { built = BUILT } = {}): Promise<Packages> {
  const names = await readWhole(built)
  await mkdir(folder, { recursive: true })
  await giveToOwner(folder)
  await removeAbandoned(folder)
  const kept = await readWhole(folder)
  for (const name of names.filter(name => !kept.includes(name))) {
    // Renamed once complete and on disk: a partial copy must not be served.
    const copy = join(folder, `.${name}-${process.pid}`)
    await rm(copy, { force: true })
    await writeFlushed(copy, await readFile(join(built, name)))
    await rename(copy, join(folder, name))
    await syncFolder(folder)
  }
  return {
    folder,
    files: [...new Set([...kept, ...names])],
    current: Object.fromEntries(
      Object.entries(NAMES).map(([name, pattern]) => [
        name,
        names.find(file => pattern.test(file)),
      ]),
    ),
  }
}

/** Lists packages whose content matches the hash in the name: a damaged one would be cached forever. */
async function readWhole(folder: string): Promise<string[]> {
  const whole: string[] = []
  for (const name of (await readdir(folder).catch(ignoreMissing)) ?? []) {
    const hash = hashOf(name)
    if (hash === undefined) continue
    const content = await readFile(join(folder, name)).catch(() => '')
    if (createHash('sha256').update(content).digest('hex').startsWith(hash)) whole.push(name)
  }
  return whole
}

function hashOf(file: string): string | undefined {
  const pattern = Object.values(NAMES).find(each => each.test(file))
  return pattern?.exec(file)?.groups?.['hash']
}

async function writeFlushed(path: string, content: Buffer): Promise<void> {
  await using file = await open(path, 'w')
  await file.writeFile(content)
  await file.sync()
}

/** Keeps recent copies: another service may be starting in the same data folder. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter(name => COPY.test(name))) {
    const copy = join(folder, name)
    const found = await stat(copy).catch(ignoreMissing)
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(copy, { force: true })
  }
}
