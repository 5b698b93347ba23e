import { createLog, type Log } from '@footnote/platform/log'
import { endOnFault, waitForStop } from '@footnote/platform/wait-for-stop'
import type { EngineConfig } from '../config.ts'
import type { Engine } from '../engine.ts'

/** The message to the parent process once the engine is ready. */
export type ReadyMessage = Pick<Engine, 'url' | 'apiKey'>

/** Time to stop beyond the time for calls in flight, even with the database gone. */
const END_MS = 20_000

interface RunOptions {
  readonly start: (log: Log) => Promise<Engine>
  /** For the person who started it by hand. */
  readonly onReady?: (engine: Engine) => void
}

/**
 * Runs an engine until the process is asked to stop. If a program with a channel started it, it reports
 * to that program when it is ready, and stops when the program is gone.
 */
export async function runEngine(
  config: EngineConfig,
  { start, onReady }: RunOptions,
): Promise<void> {
  const log = createLog(config.logLevel)
  // A terminal that is gone must not keep the engine from ending as it should.
  process.stdout.on('error', () => {})
  endOnFault(log, 'the engine ends on an unexpected fault')
  const stopping = waitForStop(() =>
    log.warn('stopped at once; runs that were under way are taken up at the next start'),
  )
  process.on('SIGTERM', stopping.request)
  for (const signal of ['SIGINT', 'SIGHUP']) {
    process.on(signal, () => {
      // The terminal signals the whole group, and the program that started this one needs it to finish.
      if (!process.connected) stopping.request(signal)
    })
  }
  const leave = () => stopping.request('the program that started the engine is gone')
  process.on('disconnect', leave)
  // It may have gone while this one was still loading, when nobody listened.
  if (process.send && !process.connected) leave()

  const engine = await start(log).catch((error: unknown) => {
    // The channel would keep this process alive, and the program that started it waiting.
    if (process.connected) process.disconnect?.()
    throw error
  })
  if (process.connected) {
    const ready: ReadyMessage = { url: engine.url, apiKey: engine.apiKey }
    // A parent that has gone meanwhile is noticed by the end of the channel.
    process.send?.(ready, () => {})
  } else onReady?.(engine)
  log.info({ reason: await stopping.requested }, 'the engine is shutting down')
  setTimeout(() => process.exit(1), config.drainMs + END_MS).unref()
  await engine.stop()
  log.info('the engine has stopped')
  if (process.connected) process.disconnect?.()
}
