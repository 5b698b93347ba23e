import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/** What every command sees, beside what a test gives it. */
export const SURROUNDINGS = {
  PATH: process.env['PATH'] ?? '',
  TZ: 'UTC',
  // Many processes of the same code start here; this is where Node itself would cache it.
  NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
  // Nobody's stored key is used by accident.
  XDG_CONFIG_HOME: '/nonexistent',
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  /** What is piped in; without it there is nothing. */
  readonly input?: string | Uint8Array
}

/** The published program as a process of its own, run to its end. */
export async function runCli(args: readonly string[], { env = {}, input = '' }: RunOptions = {}) {
  const child = spawn(process.execPath, [MAIN, ...args], { env: { ...SURROUNDINGS, ...env } })
  // Who refuses a question without end does not read it to its end.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { code, stdout, stderr }
}
