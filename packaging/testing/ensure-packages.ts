import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inTurn } from '@footnote/platform/testing/in-turn'

const BUILD = join(import.meta.dirname, '../build.ts')
const DIST = join(import.meta.dirname, '../dist')

/** A built package: its folder, and the file that npm installs. */
export const packages = { sdk: built('sdk'), cli: built('cli') } as const

/** The files that pip installs, available once they are built. */
export const python = {
  get wheel(): string {
    return find('footnote-*.whl')
  },
  get sdist(): string {
    return find('footnote-python-*.tar.gz')
  },
} as const

/** The bundle for Claude Desktop, available once it is built. */
export const mcpb = (): string => find('footnote-mcp-*.mcpb')

/** Builds the packages where their sources have changed since; once, whoever else wants them too. */
export const ensurePackages = (): Promise<void> =>
  inTurn(() => promisify(execFile)(process.execPath, [BUILD]))

function built(name: string) {
  return {
    folder: join(DIST, name),
    /** Available once the package is built. */
    get file(): string {
      return find(`footnote-${name}-*.tgz`)
    },
  }
}

function find(pattern: string): string {
  const [file] = globSync(join(DIST, 'downloads', pattern))
  if (file === undefined) throw new Error(`${pattern} is not built`)
  return file
}
