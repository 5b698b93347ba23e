import { describeFault, type Log } from '@footnote/platform/log'
import { Logger } from 'graphile-worker'

/** The job library's log as ours: its messages quote errors and jobs, so only their kind is kept. */
export function createJobLog(log: Log): Logger {
  return new Logger(() => (level, _message, meta) => {
    if (level !== 'error' && level !== 'warning') return
    const error = meta?.['error'] ?? meta?.['fatalError']
    log.warn(error === undefined ? {} : describeFault(error), 'a problem with background jobs')
  })
}
