import { isatty } from 'node:tty'
import { destination, type Logger, pino } from 'pino'
import { formatLine } from './format-line.ts'

export type Log = Logger

const SECOND_MS = 1_000
const MOST_KINDS = 100

const STANDARD_ERROR = 2

/**
 * Writes to standard error: lines for people on a terminal, lines of JSON elsewhere. Nothing that a caller
 * sent is ever written.
 */
export function createLog(level: string): Log {
  const stream = destination({ dest: STANDARD_ERROR, sync: true })
  // A terminal that is gone must not keep the service from ending as it should.
  stream.on('error', () => {})
  const forPeople = { write: (line: string) => stream.write(formatLine(line)) }
  return pino({ level, base: null }, isatty(STANDARD_ERROR) ? forPeople : stream)
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
