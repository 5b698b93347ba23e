import { execFileSync } from 'node:child_process'
import { mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'

export interface PreviousRelease {
  /** Its `footnote` command. */
  readonly launcher: string
  remove(): Promise<void>
}

/** Changes with each release: operators of this one must be able to go back to that one. */
const COMMIT = '90f1e790011b117d9f46c947ec432ac7aba4e548'
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/**
 * Whether the history has the previous release. A shallow clone or a copy without history may lack
 * it, and the run says so; a full history must have it.
 */
export function hasPreviousRelease(): boolean {
  if (succeeds(['cat-file', '-e', `${COMMIT}^{commit}`])) return true
  const isWhole =
    succeeds(['rev-parse', 'HEAD']) && git(['rev-parse', '--is-shallow-repository']) === 'false'
  if (isWhole) throw new Error(`the previous release ${COMMIT} is not in the history`)
  process.stderr.write(
    `\n*** SKIPPED, not passed: the previous release on the new schema, since the history does not go back to ${COMMIT}. Run "git fetch --unshallow".\n`,
  )
  return false
}

/** The source of the previous release in its own folder, with the packages of this checkout. */
export async function unpackPreviousRelease(): Promise<PreviousRelease> {
  const { path, remove } = await makeTemporaryFolder()
  const env = { ...process.env, GIT_INDEX_FILE: join(path, 'index') }
  git(['read-tree', COMMIT], env)
  git(['checkout-index', '--all', `--prefix=${path}/`], env)
  await linkAll(join(ROOT, 'node_modules'), join(path, 'node_modules'))
  await linkAll(join(ROOT, 'server/node_modules'), join(path, 'server/node_modules'))
  const workspaces = join(path, 'node_modules/@footnote')
  await mkdir(workspaces)
  for (const name of await readdir(join(ROOT, 'node_modules/@footnote'))) {
    await symlink(join(path, name), join(workspaces, name))
  }
  return { launcher: join(path, 'server/bin/footnote.js'), remove }
}

async function linkAll(from: string, to: string): Promise<void> {
  await mkdir(to)
  const names = (await readdir(from)).filter(name => !['@footnote', '.cache'].includes(name))
  await Promise.all(names.map(name => symlink(join(from, name), join(to, name))))
}

function git(args: readonly string[], env = process.env): string {
  const options = { cwd: ROOT, env, encoding: 'utf8', stdio: 'pipe' } as const
  return execFileSync('git', args, options).trim()
}

function succeeds(args: readonly string[]): boolean {
  try {
    git(args)
    return true
  } catch {
    return false
  }
}
