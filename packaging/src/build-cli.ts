import { chmod, copyFile, cp } from 'node:fs/promises'
import { join } from 'node:path'
import { writeBundle } from './write-bundle.ts'
import { writePackage } from './write-package.ts'

const SDK = '@footnote/sdk'

interface BuildOptions {
  readonly root: string
  readonly folder: string
  /** Folder of the built SDK, which the CLI bundles. */
  readonly sdk: string
}

/**
 * The command as others install it, with all that it needs but the SDK. That lies in the package as the
 * dependency that it is, so that the package can be installed from wherever it is to be had.
 */
export async function buildCli({ root, folder, sdk }: BuildOptions): Promise<void> {
  const moduleIds = await writeBundle(
    {
      cwd: root,
      input: { main: 'cli/src/main.ts' },
      platform: 'node',
      external: [/^node:/, new RegExp(`^${SDK}(?:/|$)`)],
    },
    { folder, format: 'es', extension: 'js', chunkFileNames: 'chunks/[name].js' },
  )
  const command = join(folder, 'footnote.js')
  await copyFile(join(import.meta.dirname, 'launch.js'), command)
  await chmod(command, 0o755)
  await cp(sdk, join(folder, 'node_modules', SDK), { recursive: true })
  await writePackage({
    ...{ root, workspace: 'cli', folder, moduleIds },
    manifest: ({ version }) => ({
      bin: { footnote: './footnote.js' },
      files: ['*.js', 'chunks'],
      dependencies: { [SDK]: version },
      bundleDependencies: [SDK],
    }),
  })
}
