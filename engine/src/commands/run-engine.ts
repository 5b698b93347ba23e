import { createLog, describeFault, type Log } from '@footnote/platform/log'
import type { EngineConfig } from '../config.ts'
import type { Engine } from '../engine.ts'

/** The message to the parent process once the engine is ready. */
export interface ReadyMessage {
  readonly url: string
  readonly apiKey: string
}

const IMPATIENT_MS = 1_000
/** Time to stop beyond the time for calls in flight, even with the database gone. */
const END_MS = 20_000

/**
 * Runs an engine until the process is asked to stop. If a program with a channel started it, it reports
 * to that program when it is ready, and stops when the program is gone.
 */
export async function runEngine(
  config: EngineConfig,
  {
    start,
    onReady,
  }: {
    start: (log: Log) => Promise<Engine>
    /** For the person who started it by hand. */
    onReady?: (engine: Engine) => void
  },
): Promise<void> {
  const log = createLog(config.logLevel)
  // A terminal that is gone must not keep the engine from ending as it should.
  process.stdout.on('error', () => {})
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (error: unknown) => {
      // Nothing is known about the state of the process any more; its runs are taken up again.
      log.fatal(describeFault(error), 'the engine ends on an unexpected fault')
      process.exit(1)
    })
  }
  const stopRequested = waitForStop(log)
  const engine = await start(log).catch((error: unknown) => {
    // The channel would keep this process alive, and the program that started it waiting.
    if (process.connected) process.disconnect?.()
    throw error
  })
  if (process.connected) {
    const ready: ReadyMessage = { url: engine.url, apiKey: engine.apiKey }
    // A parent that has gone meanwhile is noticed by the end of the channel.
    process.send?.(ready, () => {})
  } else {
    onReady?.(engine)
  }
  const reason = await stopRequested
  log.info({ reason }, 'the engine is shutting down')
  setTimeout(() => process.exit(1), config.drainMs + END_MS).unref()
  await engine.stop()
  log.info('the engine has stopped')
  if (process.connected) process.disconnect?.()
}

/** Resolves at the first request to stop; a second one ends the process at once. */
function waitForStop(log: Log): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let firstAt: number | undefined
  const stop = (reason: string) => {
    firstAt ??= performance.now()
    // Ctrl-C under npm arrives twice at once, from the terminal and from npm.
    if (performance.now() - firstAt > IMPATIENT_MS) {
      log.warn('stopped at once; runs that were under way are taken up at the next start')
      process.exit(1)
    }
    resolve(reason)
  }
  process.on('SIGTERM', stop)
  for (const signal of ['SIGINT', 'SIGHUP']) {
    process.on(signal, () => {
      // The terminal signals the whole group, and the program that started this one needs it to finish.
      if (!process.connected) stop(signal)
    })
  }
  const leave = () => resolve('the program that started the engine is gone')
  process.on('disconnect', leave)
  // It may have gone while this one was still loading, when nobody listened.
  if (process.send && !process.connected) leave()
  return promise
}
