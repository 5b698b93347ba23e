import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** Reads the files that match a pattern below a folder, by their paths in it, except installed packages. */
export function readFiles(folder: string, pattern = '**/*.ts'): SourceFile[] {
  return globSync(pattern, { cwd: folder, exclude: ['**/node_modules/**', '**/dist/**'] }).map(
    path => ({ path, text: readFileSync(join(folder, path), 'utf8') }),
  )
}

/** Reads what ships: the files of a folder without its tests and their helpers. */
export function readSources(folder: string, pattern?: string): SourceFile[] {
  return readFiles(folder, pattern).filter(
    ({ path }) => !path.endsWith('.test.ts') && !/(^|\/)testing\//.test(path),
  )
}

/** Lists all modules a file imports, types and later imports included; relative ones as paths in the folder. */
export function importsOf({ path, text }: SourceFile): string[] {
  return [...text.matchAll(/(?:from |import\(|import )'([^']+)'/g)].map(([, target = '']) =>
    target.startsWith('.') ? join(dirname(path), target) : target,
  )
}

/** Returns the folder of a file, or undefined for files at the top, which every folder may import. */
export function folderOf(path: string): string | undefined {
  return path.includes('/') ? path.split('/')[0] : undefined
}

/** Finds one import cycle, as the files along it with the first repeated at the end. */
export function findCycle(files: readonly SourceFile[]): string[] | undefined {
  const imports = new Map(files.map(file => [file.path, importsOf(file).map(toPath)]))
  const done = new Set<string>()
  const visit = (path: string, trail: readonly string[]): string[] | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path]
    if (done.has(path)) return undefined
    for (const target of imports.get(path) ?? []) {
      const cycle = visit(target, [...trail, path])
      if (cycle) return cycle
    }
    done.add(path)
    return undefined
  }
  for (const path of imports.keys()) {
    const cycle = visit(path, [])
    if (cycle) return cycle
  }
  return undefined
}

/** Turns the name of a module of ours into its path: `@footnote/contract/limits` is `contract/src/limits.ts`. */
function toPath(target: string): string {
  return target.replace(/^@footnote\/(\w+)\/(.+)$/, '$1/src/$2.ts')
}
