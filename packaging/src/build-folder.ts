import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Which sources a built folder was made from; a dot keeps it from being served. */
const DIGEST_FILE = '.digest'

interface BuildOptions {
  readonly target: string
  /** Files and folders that it is made from. */
  readonly sources: readonly string[]
  /** Fills a new and empty folder. */
  readonly make: (folder: string) => Promise<void>
}

/**
 * Builds a folder where its sources have changed; true if it did. It is built beside the old one and
 * put in its place when it is whole, so that nobody ever finds half of it.
 */
export async function buildFolder({ target, sources, make }: BuildOptions): Promise<boolean> {
  const digest = digestOf(sources)
  const known = await readFile(join(target, DIGEST_FILE), 'utf8').catch(() => '')
  if (known === digest) return false

  const made = join(dirname(target), `.${basename(target)}-${process.pid}`)
  try {
    // Left over from a killed process with the same number.
    await rm(made, { recursive: true, force: true })
    await mkdir(made, { recursive: true })
    await make(made)
    await writeFile(join(made, DIGEST_FILE), digest)
    await replaceFolder(target, made)
  } finally {
    await rm(made, { recursive: true, force: true })
  }
  return true
}

/** All files of a folder, or the one that it is, in a steady order. */
export function filesOf(source: string): string[] {
  if (statSync(source).isFile()) return [source]
  const entries = globSync('**/*', { cwd: source, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
}

/** By content and not by time, which a checkout or a copy may set to anything. */
function digestOf(sources: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesOf)) {
    const content = readFileSync(file)
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** No folder can take the place of another in one step; what is in between is none, not half one. */
async function replaceFolder(target: string, made: string): Promise<void> {
  const old = `${made}-old`
  await rename(target, old).catch(ignore('ENOENT'))
  // Another build of the same sources may have been quicker.
  await rename(made, target).catch(ignore('ENOTEMPTY', 'EEXIST'))
  await rm(old, { recursive: true, force: true })
}

function ignore(...codes: readonly string[]) {
  return (error: NodeJS.ErrnoException): void => {
    if (!codes.includes(error.code ?? '')) throw error
  }
}

/** The earliest time that a ZIP file can hold: packed files must not change with the day of the build. */
export const BUILT_AT = new Date('1980-01-01T00:00:00')
const HASH_CHARACTERS = 16

/** Names a file by its content, so that a file that a lock file names never changes. */
export function nameByContent(content: Uint8Array, name: (hash: string) => string): string {
  return name(createHash('sha256').update(content).digest('hex').slice(0, HASH_CHARACTERS))
}
