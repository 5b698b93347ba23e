/** Messages to log: those of this level and of the more serious ones before it. */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug'

/**
 * Receives log messages. `console` is one. Messages and details have methods, paths, states, durations and IDs: never
 * a key, a question or an answer.
 */
export type Logger = Readonly<
  Record<
    Exclude<LogLevel, 'off'>,
    (message: string, details: Readonly<Record<string, unknown>>) => void
  >
>
