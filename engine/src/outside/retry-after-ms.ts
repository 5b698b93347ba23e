import type { IncomingHttpHeaders } from 'node:http'
import { retryAfterMs as readRetryAfterMs } from '@footnote/platform/retry-after-ms'

/** Longer pauses are cut to this. */
const LONGEST_MS = 60_000

/** How long a service wants to be left alone, within reason. */
export function retryAfterMs(headers: IncomingHttpHeaders): number | undefined {
  const ms = readRetryAfterMs(headers)
  return ms === undefined ? undefined : Math.min(ms, LONGEST_MS)
}
