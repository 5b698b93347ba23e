import type { IncomingHttpHeaders } from 'node:http'
import { retryAfterMs as readRetryAfterMs } from '@footnote/platform/retry-after-ms'

/** Longer pauses are cut to this. */
const LONGEST_MS = 60_000

/** Returns the pause that a service asks for, up to a limit. */
export function retryAfterMs(headers: IncomingHttpHeaders): number | undefined {
  const ms = readRetryAfterMs(headers)
  return ms === undefined ? undefined : Math.min(ms, LONGEST_MS)
}
