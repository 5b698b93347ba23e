import type { IncomingHttpHeaders } from 'node:http'

/** What asks for more is asked again by then all the same. */
const LONGEST_MS = 60_000

/** `Retry-After` as seconds or as a date; undefined when there is none that can be read. */
export function retryAfterMs(headers: IncomingHttpHeaders): number | undefined {
  const value = headers['retry-after']?.trim() ?? ''
  if (value === '') return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), LONGEST_MS)
}
