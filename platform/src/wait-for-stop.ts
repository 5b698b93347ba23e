import { describeFault, type Log } from './log.ts'

/** Ctrl-C under npm arrives twice at once, from the terminal and from npm. */
const IMPATIENT_MS = 1_000

export interface StopRequest {
  /** Resolves with the reason of the first request. */
  readonly requested: Promise<string>
  /** Asks to stop. A second request more than a moment after the first ends the process at once. */
  request(reason: string): void
}

/** Waits for a request to stop the process; `onImpatience` runs before a second one ends it. */
export function waitForStop(onImpatience: () => void): StopRequest {
  const { promise, resolve } = Promise.withResolvers<string>()
  let firstAt: number | undefined
  return {
    requested: promise,
    request(reason) {
      firstAt ??= performance.now()
      if (performance.now() - firstAt > IMPATIENT_MS) {
        onImpatience()
        process.exit(1)
      }
      resolve(reason)
    },
  }
}

/** Ends the process on a fault that nothing caught, because nothing is known about its state any more. */
export function endOnFault(log: Log, message: string): void {
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (error: unknown) => {
      log.fatal(describeFault(error), message)
      process.exit(1)
    })
  }
}
