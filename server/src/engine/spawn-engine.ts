import { spawn } from 'node:child_process'
import type { Account } from '@footnote/platform/database/embedded/run-as'
import type { ChildProcess } from '../supervise.ts'

interface SpawnOptions {
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  /** User it runs as; undefined for this process's user. */
  readonly account?: Account | undefined
  readonly readyMs?: number
  readonly stopMs?: number
}

// The first start unpacks the facts and indexes the profiles, which takes a while on a slow disk.
const READY_MS = 300_000
const STOP_MS = 15_000

/**
 * Starts the engine as a child process. It reports its address over the channel between the two,
 * and exits when that channel breaks, so a killed service leaves no engine behind.
 */
export function spawnEngine({
  command: [program = process.execPath, ...args],
  environment,
  account,
  readyMs = READY_MS,
  stopMs = STOP_MS,
}: SpawnOptions): ChildProcess {
  const child = spawn(program, args, {
    // In a session of its own, so that Ctrl-C stops it only after everything that needs it.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: environment,
    ...account,
  })
  const ready = Promise.withResolvers<string>()
  const ended = Promise.withResolvers<string>()
  const timer = setTimeout(() => {
    ready.reject(new Error(`The engine accepted no calls within ${readyMs / 1_000} s.`))
  }, readyMs)

  child.on('message', message => {
    const url = readUrl(message)
    if (url === undefined) return
    clearTimeout(timer)
    ready.resolve(url)
  })
  child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`))
  child.on('error', ({ message }) => {
    // A process that failed to start does not exit either.
    if (child.pid === undefined) end(message)
  })

  function end(how: string): void {
    clearTimeout(timer)
    ready.reject(new Error(`The engine ended before it accepted calls (${how}).`))
    ended.resolve(how)
  }

  return {
    pid: child.pid,
    ready: ready.promise,
    ended: ended.promise,
    async stop() {
      child.kill('SIGTERM')
      const impatience = setTimeout(() => child.kill('SIGKILL'), stopMs)
      await ended.promise
      clearTimeout(impatience)
    },
  }
}

function readUrl(message: unknown): string | undefined {
  if (typeof message !== 'object' || message === null || !('url' in message)) return undefined
  return typeof message.url === 'string' ? message.url : undefined
}
