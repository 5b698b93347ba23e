import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inTurn } from '@footnote/platform/testing/in-turn'
import manifest from '../../package.json' with { type: 'json' }

const BUILD = join(import.meta.dirname, '../build.ts')
const DIST = join(import.meta.dirname, '../dist')

/** What a build makes of each package: its folder, and the file that npm installs. */
export const packages = {
  sdk: { folder: join(DIST, 'sdk'), file: packed('sdk') },
  cli: { folder: join(DIST, 'cli'), file: packed('cli') },
} as const

/** Builds the packages where their sources have changed since; once, whoever else wants them too. */
export const ensurePackages = (): Promise<void> =>
  inTurn(() => promisify(execFile)(process.execPath, [BUILD]))

function packed(name: string): string {
  return join(DIST, `downloads/footnote-${name}-${manifest.version}.tgz`)
}
