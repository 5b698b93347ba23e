import type { IncomingHttpHeaders } from 'node:http'

const MOST_MS = 15 * 60_000
const NOT_KEPT = /(?:^|[\s,])(?:no-store|no-cache|private)(?:$|[\s,=])/i

/** How long a reply may be kept by one who keeps it for everybody; 0: not at all. */
export function cacheTimeMs(headers: IncomingHttpHeaders): number {
  const control = textOf(headers['cache-control'])
  const isPersonal = headers['set-cookie'] !== undefined || textOf(headers.vary).includes('*')
  if (isPersonal || NOT_KEPT.test(control)) return 0
  if (control === '' && /no-cache/i.test(textOf(headers.pragma))) return 0
  const lifeMs = lifeOf(control, headers)
  if (lifeMs === undefined) return MOST_MS
  const ageMs = Number(textOf(headers.age)) * 1000 || 0
  return Math.min(MOST_MS, Math.max(0, lifeMs - ageMs))
}

function lifeOf(control: string, headers: IncomingHttpHeaders): number | undefined {
  const seconds =
    /(?:^|[\s,])s-maxage="?(\d{1,10})/i.exec(control) ??
    /(?:^|[\s,])max-age="?(\d{1,10})/i.exec(control)
  if (seconds) return Number(seconds[1]) * 1000
  const expires = textOf(headers.expires)
  if (expires === '') return undefined
  // Anything that is no date, such as 0, means that it is stale already.
  return Date.parse(expires) - (Date.parse(textOf(headers.date)) || Date.now()) || 0
}

function textOf(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : (header?.join(',') ?? '')
}
