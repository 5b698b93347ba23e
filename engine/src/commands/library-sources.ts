import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { isReadableName } from '../extract/sniff-format.ts'

/** A file to add with its address, or without a path a page to fetch. */
export interface Source {
  readonly path?: string
  readonly url: string
}

const LOCAL = 'library://local/'
const SKIPPED_FOLDERS = new Set(['node_modules', '__pycache__'])

/**
 * Finds the files and pages that the names stand for. A file's address is below the base, or else below
 * `library://local/` and the name of its folder, so that adding it again replaces it.
 */
export async function findSources(names: readonly string[], base?: string) {
  const sources: Source[] = []
  const failures: { name: string; reason: string }[] = []
  let passedOver = 0
  for (const name of names) {
    const scheme = /^([a-z][a-z\d+.-]+):\/\//i.exec(name)?.[1]
    if (scheme) {
      const reason = /^https?$/i.test(scheme)
        ? 'is not a valid URL'
        : `cannot be fetched: only http and https can, not ${scheme}`
      const isPage = /^https?$/i.test(scheme) && URL.canParse(name)
      if (isPage) sources.push({ url: new URL(name).href })
      else failures.push({ name, reason })
      continue
    }
    const path = resolve(name)
    const status = await stat(path).catch(() => undefined)
    if (status?.isFile()) sources.push({ path, url: fileUrl(path, { names, base }) })
    else if (status?.isDirectory()) {
      const root = base ?? `${LOCAL}${encodeURIComponent(basename(path))}/`
      for await (const file of filesIn(path)) {
        const url = below(root, relative(path, file.path))
        if (file.isLink || !isReadableName(file.path)) passedOver += 1
        else sources.push({ path: file.path, url })
      }
    } else {
      failures.push({ name, reason: status ? 'is neither a file nor a folder' : 'does not exist' })
    }
  }
  return { sources, failures, passedOver }
}

function fileUrl(
  path: string,
  { names, base }: { readonly names: readonly string[]; readonly base: string | undefined },
): string {
  // A base that does not end in a slash is the address of a single file.
  if (base !== undefined && names.length === 1 && !base.endsWith('/')) return base
  const folder = basename(dirname(path))
  return below(base ?? `${LOCAL}${folder ? `${encodeURIComponent(folder)}/` : ''}`, basename(path))
}

function below(base: string, path: string): string {
  const encoded = path.split(sep).map(encodeURIComponent).join('/')
  return `${base.replace(/\/$/, '')}/${encoded}`
}

/** Finds the files and links of a folder in the order of their names. */
async function* filesIn(folder: string): AsyncGenerator<{ path: string; isLink: boolean }, void> {
  const entries = await readdir(folder, { withFileTypes: true })
  entries.sort((one, other) => (one.name < other.name ? -1 : 1))
  for (const entry of entries) {
    if (entry.name.startsWith('.') || SKIPPED_FOLDERS.has(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(path)
    else if (entry.isFile() || entry.isSymbolicLink()) yield { path, isLink: !entry.isFile() }
  }
}
