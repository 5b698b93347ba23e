import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export type Settings = Readonly<Record<string, string>>

const LAUNCHER = fileURLToPath(new URL('../../../bin/footnote.js', import.meta.url))

export interface SpawnOptions {
  readonly settings: Settings
  /** Replaces the Node that runs the tests. */
  readonly node?: string
  /** As `ulimit -n` sets it. */
  readonly openFiles?: number | undefined
  /** Replaces this checkout. */
  readonly launcher?: string
  /** Starts its own process group, as a shell does for a foreground command. */
  readonly detached?: boolean
}

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the `footnote` command as a process that sees these settings and no others. */
export async function spawnFootnote(
  args: readonly string[],
  { settings, node = process.execPath, openFiles, launcher, detached = false }: SpawnOptions,
): Promise<ChildProcess> {
  const command = [node, launcher ?? (await findLauncher()), ...args]
  const [file = '', ...rest] =
    openFiles === undefined
      ? command
      : ['sh', '-c', `ulimit -n ${openFiles}; exec "$0" "$@"`, ...command]
  return spawn(file, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
    env: {
      PATH: process.env['PATH'],
      // Many processes of the same code start here; this is where Node itself would cache it.
      NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
      ...settings,
    },
  })
}

/** Returns the bundle in a test run, and the source in a drill or a simulation. */
async function findLauncher(): Promise<string> {
  if (process.env['VITEST'] === undefined) return LAUNCHER
  // Loads only in a test run.
  const { ensureBundle } = await import('./ensure-bundle.ts')
  return ensureBundle()
}

/** Runs an operator command to its end. */
export async function runFootnote(
  args: readonly string[],
  options: SpawnOptions,
): Promise<Finished> {
  const child = await spawnFootnote(args, options)
  if (!child.stdout || !child.stderr) throw new Error('the output is not piped')
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { code, stdout, stderr }
}
