import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '@footnote/platform/log'
import type { EngineProcess } from './spawn-engine.ts'

export interface SupervisedEngine {
  /** Its address, which stays the same. Rejects if the first start fails, which is final. */
  readonly ready: Promise<string>
  /** Whether it accepts calls now. */
  readonly isRunning: boolean
  /** How often it was restarted. */
  readonly restarts: number
  stop(): Promise<void>
}

const FIRST_PAUSE_MS = 100
const MOST_PAUSE_MS = 30_000
/** A process that lived this long did not fail because of its start. */
const GOOD_LIFE_MS = 60_000

/** Runs the engine, and restarts it on the same port whenever it ends before `stop` is called. */
export function superviseEngine(
  spawn: (port: number) => EngineProcess,
  { log }: { log: Log },
): SupervisedEngine {
  const stopping = new AbortController()
  let engine = spawn(0)
  let isRunning = false
  let restarts = 0
  const ready = start()
  const watch = ready.then(keepRunning, () => {})

  /** Waits until the process is ready, and ends it if it does not get there. */
  async function start(): Promise<string> {
    try {
      const url = await engine.ready
      isRunning = true
      log.info({ pid: engine.pid, url }, 'the engine is running')
      return url
    } catch (error) {
      await engine.stop()
      throw error
    }
  }

  async function keepRunning(url: string): Promise<void> {
    const port = Number(new URL(url).port)
    let pauseMs = FIRST_PAUSE_MS
    let startedAt = performance.now()
    for (;;) {
      const ending = await engine.ended
      isRunning = false
      if (stopping.signal.aborted) return
      if (performance.now() - startedAt > GOOD_LIFE_MS) pauseMs = FIRST_PAUSE_MS
      log.warn({ ending, pauseMs }, 'the engine ended and will restart after a pause')
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      pauseMs = Math.min(pauseMs * 2, MOST_PAUSE_MS)
      startedAt = performance.now()
      restarts += 1
      engine = spawn(port)
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
      await engine.stop()
      await watch
    },
  }
}
