import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '@footnote/platform/log'

/** A child process that says when it accepts work. */
export interface ChildProcess {
  readonly pid: number | undefined
  /** Resolves with its address; rejects if it ends before that or takes too long. */
  readonly ready: Promise<string>
  /** Resolves when it ends, for any reason. */
  readonly ended: Promise<string>
  stop(): Promise<void>
}

export interface Supervised {
  /** Its address, which stays the same. Rejects if the first start fails, which is final. */
  readonly ready: Promise<string>
  /** True if it accepts work now. */
  readonly isRunning: boolean
  /** How often it was restarted. */
  readonly restarts: number
  stop(): Promise<void>
}

const FIRST_PAUSE_MS = 100
const MOST_PAUSE_MS = 30_000
/** A process that lived this long did not fail because of its start. */
const GOOD_LIFE_MS = 60_000
/** A start that takes longer is mentioned in the log. */
const SLOW_START_MS = 10_000

/** Runs a child process, and restarts it whenever it ends before `stop` is called. */
export function supervise(
  /** Gets the address of the first process, which all later ones must have too. */
  spawn: (url?: string) => ChildProcess,
  { name, log }: { name: string; log: Log },
): Supervised {
  const stopping = new AbortController()
  let child = spawn()
  let isRunning = false
  let restarts = 0
  const ready = start()
  const watch = ready.then(keepRunning, () => {})

  /** Waits until the process is ready, and ends it if it does not get there. */
  async function start(): Promise<string> {
    const timer = setTimeout(
      () => log.warn({ pid: child.pid }, `still waiting for ${name} to accept work`),
      SLOW_START_MS,
    )
    try {
      const url = await child.ready
      isRunning = true
      log.info({ pid: child.pid, url }, `${name} is running`)
      return url
    } catch (error) {
      await child.stop()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  async function keepRunning(url: string): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS
    let startedAt = performance.now()
    for (;;) {
      const ending = await child.ended
      isRunning = false
      if (stopping.signal.aborted) return
      if (performance.now() - startedAt > GOOD_LIFE_MS) pauseMs = FIRST_PAUSE_MS
      log.warn({ ending, pauseMs }, `${name} ended and will restart after a pause`)
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      pauseMs = Math.min(pauseMs * 2, MOST_PAUSE_MS)
      startedAt = performance.now()
      restarts += 1
      child = spawn(url)
      await start().catch(() => {})
    }
  }

  return {
    ready,
    get isRunning() {
      return isRunning
    },
    get restarts() {
      return restarts
    },
    async stop() {
      stopping.abort()
      await child.stop()
      await watch
    },
  }
}
