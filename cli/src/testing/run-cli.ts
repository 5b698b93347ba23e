import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ensureBundle } from '../../../server/src/testing/processes/ensure-bundle.ts'

/** The callers' program in the tests' bundle, which starts faster than its source. */
export const MAIN = await ensureBundle('caller')

/** Environment of every command, in addition to a test's own. */
export const SURROUNDINGS = {
  PATH: process.env['PATH'] ?? '',
  TZ: 'UTC',
  // Shared by all test processes; this is Node's own default folder.
  NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
  // Keeps tests from using a stored key.
  XDG_CONFIG_HOME: '/nonexistent',
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Text to pipe in; empty by default. */
  readonly input?: string | Uint8Array
}

/** Runs the callers' program in its own process until it exits. */
export async function runCli(args: readonly string[], { env = {}, input = '' }: RunOptions = {}) {
  const child = spawn(process.execPath, [MAIN, ...args], { env: { ...SURROUNDINGS, ...env } })
  // A program that rejects an endless question stops reading.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { code, stdout, stderr }
}
