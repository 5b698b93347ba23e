import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { packages, python } from '../../../../packaging/testing/ensure-packages.ts'

export interface Output {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface ReadersFolder {
  write(file: string, content: string): Promise<void>
  run(command: string, args: readonly string[]): Promise<Output>
  remove(): Promise<void>
}

const MODULES = join(import.meta.dirname, '../../../../node_modules')
/**
 * Packages that a reader of the documentation has installed besides ours, and their dependencies.
 */
const READERS_MODULES = ['ai', '@ai-sdk', '@types', 'undici-types', 'zod']
/** LangChain, with its dependencies beside it. */
export const LANGCHAIN: string = join(MODULES, '../e2e/foreign/node_modules/@langchain')

/** A folder for trying the documentation: an empty project, the command, a key. */
export async function openReadersFolder({
  key,
  baseUrl,
}: {
  key: string
  baseUrl: string
}): Promise<ReadersFolder> {
  const home = await makeTemporaryFolder()
  const folder = join(home.path, 'project')
  const bin = join(home.path, 'bin')
  await Promise.all([folder, bin, join(home.path, 'node_modules')].map(path => mkdir(path)))
  // Beside the project, where npm leaves them alone and Node finds them.
  for (const name of READERS_MODULES) {
    await symlink(join(MODULES, name), join(home.path, 'node_modules', name))
  }
  await symlink(LANGCHAIN, join(home.path, 'node_modules/@langchain'))
  await symlink(join(packages.cli.folder, 'bin/footnote.js'), join(bin, 'footnote'))
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  const env = {
    PATH: `${bin}:${process.env['PATH']}`,
    HOME: home.path,
    FOOTNOTE_API_KEY: key,
    FOOTNOTE_BASE_URL: baseUrl,
    // Python imports from a wheel as it is.
    PYTHONPATH: python.wheel,
    // npm looks for optional peers, and does without them if no registry can be reached.
    npm_config_fetch_retries: '0',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  }
  return {
    write: (file, content) => writeFile(join(folder, file), content),
    async run(command, args) {
      const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env })
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close') as Promise<[number | null]>,
      ])
      return { code, stdout, stderr }
    },
    remove: home.remove,
  }
}
