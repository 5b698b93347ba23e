import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from './log.ts'
import type { PreparedServer } from './prepare-server.ts'
import { startServer } from './run-server.ts'

const MAX_PAUSE_MS = 5_000

/** Starts the server, and starts it again whenever it ends before `stop` was called. */
export async function superviseServer(
  prepared: PreparedServer,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  let server = await startServer(prepared, log)
  let restart = Promise.resolve()
  const watch = watchServer()

  async function watchServer(): Promise<void> {
    for (;;) {
      const ending = await server.ended
      if (stopping.signal.aborted) return
      log.warn(`The database server ended (${ending}): starting it again.`)
      restart = restartServer()
      await restart
    }
  }

  async function restartServer(): Promise<void> {
    for (
      let pauseMs = 100;
      !stopping.signal.aborted;
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
    ) {
      try {
        server = await startServer(prepared, log)
        log.info('The database server is running again.')
        return
      } catch (error) {
        log.warn(`The database server cannot be started again yet: ${String(error)}`)
        await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }

  return {
    async stop() {
      stopping.abort()
      await restart
      await server.stop()
      await watch
    },
  }
}
