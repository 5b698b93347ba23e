import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ReadyMessage } from '../../commands/run-engine.ts'
import { createClient, type EngineClient, KEY } from './engine-client.ts'

export interface SpawnedEngine extends EngineClient {
  readonly process: ChildProcess
  /** Everything that it has written so far. */
  output(): string
  /** kill -9, and gone when this resolves; no harm if it has ended already. */
  kill(): Promise<void>
  /** Waits for its end and tells how: the exit code, or the signal that killed it. */
  exited(): Promise<number | NodeJS.Signals>
}

const PROGRAM = fileURLToPath(new URL('engine-process.ts', import.meta.url))

/** An engine as a child process with a channel to it, as the service starts its own. */
export async function spawnEngine(
  settings: Readonly<Record<string, string>>,
  { program = PROGRAM, args = [] }: { program?: string; args?: readonly string[] } = {},
): Promise<SpawnedEngine> {
  const child = fork(program, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      FOOTNOTE_ENGINE_PORT: '0',
      FOOTNOTE_ENGINE_KEY: KEY,
      FOOTNOTE_LOG_LEVEL: 'debug',
      FOOTNOTE_DRAIN_SECONDS: '0',
      ...settings,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  }
  const exited = once(child, 'exit')
  const ready = once(child, 'message') as Promise<[ReadyMessage]>
  const first = await Promise.race([ready, exited.then(() => undefined)])
  if (!first) throw new Error(`the engine ended before it was ready:\n${output}`)
  return {
    ...createClient(first[0].url),
    process: child,
    output: () => output,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async exited() {
      await exited
      return child.signalCode ?? child.exitCode ?? 0
    },
  }
}
