import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { isReadableName } from '../extract/sniff-format.ts'

/** A file to add with its address, or a page to fetch. */
export type Source =
  | { readonly kind: 'file'; readonly path: string; readonly url: string }
  | { readonly kind: 'page'; readonly url: string }

export interface FoundSources {
  readonly sources: readonly Source[]
  /** Files in folders that are not of a readable format. */
  readonly passedOver: number
  /** Links in folders that lead out of the named folder. */
  readonly outsideLinks: readonly string[]
  readonly failures: readonly { readonly name: string; readonly reason: string }[]
}

const LOCAL = 'library://local/'
const SKIPPED_FOLDERS = new Set(['node_modules', '__pycache__'])
const DEEPEST_FOLDER = 100

/**
 * The files and pages that the names stand for. A file's address is below the base, or else below
 * `library://local/` and the name of its folder, so that adding it again replaces it.
 */
export async function findSources(
  names: readonly string[],
  { base }: { readonly base?: string },
): Promise<FoundSources> {
  const sources: Source[] = []
  const failures: { name: string; reason: string }[] = []
  const outsideLinks: string[] = []
  let passedOver = 0
  for (const name of names) {
    if (/^https?:\/\//i.test(name)) {
      if (URL.canParse(name)) sources.push({ kind: 'page', url: new URL(name).href })
      else failures.push({ name, reason: 'is not a valid URL' })
      continue
    }
    const scheme = /^([a-z][a-z\d+.-]+):\/\//i.exec(name)?.[1]
    if (scheme) {
      failures.push({ name, reason: `cannot be fetched: only http and https can, not ${scheme}` })
      continue
    }
    const path = resolve(name)
    const status = await stat(path).catch(() => undefined)
    if (status?.isFile()) sources.push({ kind: 'file', path, url: fileUrl(path, { names, base }) })
    else if (status?.isDirectory()) {
      const root = base ?? `${LOCAL}${encodeURIComponent(basename(path))}/`
      for await (const file of walk(path, { onOutside: link => outsideLinks.push(link) })) {
        const url = below(root, relative(path, file))
        if (isReadableName(file)) sources.push({ kind: 'file', path: file, url })
        else passedOver += 1
      }
    } else {
      failures.push({ name, reason: status ? 'is neither a file nor a folder' : 'does not exist' })
    }
  }
  return { sources, passedOver, outsideLinks, failures }
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

/**
 * The files of a folder in the order of their names; each real folder once, whatever links to it.
 * Links that lead out of the folder are not followed.
 */
async function* walk(
  root: string,
  { onOutside }: { readonly onOutside: (link: string) => void },
): AsyncGenerator<string, void> {
  const realRoot = await realpath(root)
  const seen = new Set<string>()
  yield* walkFolder(root, 0)

  async function* walkFolder(folder: string, depth: number): AsyncGenerator<string, void> {
    const real = await realpath(folder)
    if (seen.has(real) || depth > DEEPEST_FOLDER) return
    seen.add(real)
    const entries = await readdir(folder, { withFileTypes: true })
    entries.sort((one, other) => (one.name < other.name ? -1 : 1))
    for (const entry of entries) {
      if (entry.name.startsWith('.') || SKIPPED_FOLDERS.has(entry.name)) continue
      const path = join(folder, entry.name)
      if (entry.isSymbolicLink() && !(await leadsInside(realRoot, path))) {
        onOutside(path)
        continue
      }
      const kind = entry.isSymbolicLink() ? await stat(path) : entry
      if (kind.isDirectory()) yield* walkFolder(path, depth + 1)
      else if (kind.isFile()) yield path
    }
  }
}

/** Returns whether a link leads to an existing file inside the folder. */
async function leadsInside(realRoot: string, link: string): Promise<boolean> {
  const target = await realpath(link).catch(() => undefined)
  return target !== undefined && `${target}${sep}`.startsWith(join(realRoot, sep))
}
