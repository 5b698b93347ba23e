import { destination, type Logger, pino } from 'pino'

export type Log = Logger

/** Lines of JSON on standard error. Nothing that a caller sent is ever written. */
export function createLog(level: string): Log {
  return pino({ level, base: null }, destination({ dest: 2, sync: true }))
}

/**
 * What may be said of a fault: what kind it was and where. Its message stays out, since libraries
 * quote in it what they were given.
 */
export function describeFault(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { fault: typeof error }
  // The stack begins with the message, which may have lines in it that look like frames.
  const stack = (error.stack ?? '').replace(error.message, '')
  const frames = stack.split('\n').filter(line => line.startsWith('    at '))
  return {
    fault: error.name,
    code: 'code' in error ? error.code : undefined,
    at: frames.slice(0, 8).map(line => line.trim()),
    ...(error.cause !== undefined && { cause: describeFault(error.cause) }),
  }
}
