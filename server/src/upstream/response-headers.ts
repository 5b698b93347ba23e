import type { IncomingHttpHeaders } from 'node:http'
import type { RateLimitHeaders } from './rate-limiter.ts'

export function rateLimitHeaders(headers: IncomingHttpHeaders): RateLimitHeaders {
  return {
    limit: toNumber(headers['x-ratelimit-limit']),
    remaining: toNumber(headers['x-ratelimit-remaining']),
    resetMs: toResetMs(toNumber(headers['x-ratelimit-reset'])),
  }
}

/** How many synchronous calls Footnote's own engine works on at once; other upstreams do not say. */
export function callsAtOnce(headers: IncomingHttpHeaders): number | undefined {
  const calls = toNumber(headers['footnote-calls-at-once'])
  return calls !== undefined && calls >= 1 ? Math.floor(calls) : undefined
}

/** Services write the reset as seconds from now, or as a moment in seconds or milliseconds. */
function toResetMs(value: number | undefined): number | undefined {
  if (value === undefined) return undefined
  if (value > 1e12) return Math.max(value - Date.now(), 0)
  if (value > 1e9) return Math.max(value * 1_000 - Date.now(), 0)
  return value * 1_000
}

function toNumber(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string' || header.trim() === '') return undefined
  const value = Number(header)
  return Number.isFinite(value) && value >= 0 ? value : undefined
}
