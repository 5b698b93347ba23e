import { destination, type Logger, pino } from 'pino'

export type Log = Logger

const SECOND_MS = 1_000
const MOST_KINDS = 100

/** Lines of JSON on standard error. Nothing that a caller sent is ever written. */
export function createLog(level: string): Log {
  const stream = destination({ dest: 2, sync: true })
  // A terminal that is gone must not keep the service from ending as it should.
  stream.on('error', () => {})
  return pino({ level, base: null }, stream)
}

/**
 * Describes a fault by its kind and location. Its message is left out, because libraries quote their input
 * in it.
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

type Write = (fields: object, message: string) => void

/** Returns a writer that writes a repeated message at most once a second. */
export function onceASecond(write: Write): Write {
  const lastAt = new Map<string, number>()
  return (fields, message) => {
    const kind = message + JSON.stringify(fields)
    const now = performance.now()
    if (now - (lastAt.get(kind) ?? Number.NEGATIVE_INFINITY) < SECOND_MS) return
    if (lastAt.size >= MOST_KINDS) lastAt.clear()
    lastAt.set(kind, now)
    write(fields, message)
  }
}
