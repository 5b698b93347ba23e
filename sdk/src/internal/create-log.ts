import type { Logger, LogLevel } from '../core/logger.ts'

/** From the least to the most messages. */
export const LOG_LEVELS: readonly LogLevel[] = ['off', 'error', 'warn', 'info', 'debug']

/** Writes a message to the caller's logger, if the level asks for it. */
export type Log = (
  level: keyof Logger,
  message: string,
  details?: Readonly<Record<string, unknown>>,
) => void

/** A path without its query, which may have names that the caller chose. */
export function plainPath(path: string): string {
  return path.replace(/\?.*/s, '')
}

export function createLog(logger: Logger, level: LogLevel): Log {
  return (own, message, details = {}) => {
    if (LOG_LEVELS.indexOf(own) > LOG_LEVELS.indexOf(level)) return
    try {
      logger[own](`footnote: ${message}`, details)
    } catch {
      // A call that was paid must not fail for its log.
    }
  }
}
