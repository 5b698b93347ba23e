import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buildFolder } from './build-folder.ts'

const ROOT = join(import.meta.dirname, '../..')
const SOURCES = [
  ...[
    'LICENSE',
    'cli/CHANGELOG.md',
    'cli/package.json',
    'cli/README.md',
    'cli/src',
    'contract/src',
    'mcp/src',
    'python',
  ],
  ...[
    'package.json',
    'package-lock.json',
    'packaging/src',
    'sdk/CHANGELOG.md',
    'sdk/package.json',
    'sdk/README.md',
    'sdk/src',
  ],
]

/**
 * Builds what others install where its sources have changed; true if it did. In `packaging/dist` are
 * then the folders of the packages, and in `downloads` the files that npm and pip install.
 */
export async function buildPackages(): Promise<boolean> {
  return buildFolder({
    target: join(ROOT, 'packaging/dist'),
    sources: SOURCES.map(name => join(ROOT, name)),
    make: makePackages,
  })
}

/** Builds the packages into an empty folder. */
export async function makePackages(folder: string): Promise<void> {
  // Not needed, and perhaps not installed, where there is nothing to build.
  const { buildCli } = await import('./build-cli.ts')
  const { buildSdk } = await import('./build-sdk.ts')
  const { buildMcpb } = await import('./build-mcpb.ts')
  const { buildPython } = await import('./build-python.ts')
  const { packFolder } = await import('./pack-folder.ts')
  const sdk = join(folder, 'sdk')
  const cli = join(folder, 'cli')
  const downloads = join(folder, 'downloads')
  await mkdir(downloads)
  await buildSdk({ root: ROOT, folder: sdk })
  await buildCli({ root: ROOT, folder: cli, sdk })
  await Promise.all([sdk, cli].map(made => packFolder(made, { into: downloads })))
  await buildMcpb({ root: ROOT, cli, into: downloads })
  await buildPython({ root: ROOT, folder: join(folder, 'python'), into: downloads })
}
