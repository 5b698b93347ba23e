import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'

/** Which sources a built page was made from; a dot keeps it from being served. */
const DIGEST_FILE = '.digest'
/** What is worth compressing; fonts and pictures are compressed already. */
const TEXT = ['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest']
const LEAST_BYTES = 512

interface BuildOptions {
  /** The folder with index.html and Vite's configuration; the page goes to `dist` in it. */
  readonly root: string
  /** Files and folders that the page is made from. */
  readonly sources: readonly string[]
}

/**
 * Builds the page where its sources have changed; true if it did. It is built beside the old one and
 * put in its place when it is whole, so that nobody ever finds half of it.
 */
export async function buildPage({ root, sources }: BuildOptions): Promise<boolean> {
  const digest = digestOf(sources)
  const target = join(root, 'dist')
  const known = await readFile(join(target, DIGEST_FILE), 'utf8').catch(() => '')
  if (known === digest) return false

  const made = join(root, `.dist-${process.pid}`)
  try {
    // Not needed, and perhaps not installed, where there is nothing to build.
    const { build } = await import('vite')
    await build({ root, logLevel: 'warn', build: { outDir: made, emptyOutDir: true } })
    await compressFiles(made)
    await writeFile(join(made, DIGEST_FILE), digest)
    await replaceFolder(target, made)
  } finally {
    await rm(made, { recursive: true, force: true })
  }
  return true
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

function filesOf(source: string): string[] {
  if (statSync(source).isFile()) return [source]
  const entries = globSync('**/*', { cwd: source, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
}

/** Once here, with all the time it takes, so that the service has nothing to compress. */
async function compressFiles(folder: string): Promise<void> {
  const files = filesOf(folder).filter(file => TEXT.includes(extname(file)))
  await Promise.all(
    files.map(async file => {
      const content = await readFile(file)
      if (content.length < LEAST_BYTES) return
      const params = { [zlib.BROTLI_PARAM_SIZE_HINT]: content.length }
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }))
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}

/** No folder can take the place of another in one step; what is in between is no page, not half one. */
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
