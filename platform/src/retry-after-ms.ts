import type { IncomingHttpHeaders } from 'node:http'

/** `Retry-After` as seconds or as a date; undefined when there is none that can be read. */
export function retryAfterMs(headers: IncomingHttpHeaders): number | undefined {
  const value = headers['retry-after']?.trim() ?? ''
  if (value === '') return undefined
  const seconds = Number(value)
  if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1_000
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(date - Date.now(), 0)
}
