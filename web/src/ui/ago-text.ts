import { once } from './once.ts'

const words = once(() => new Intl.RelativeTimeFormat('en-GB'))
const SECOND_MS = 1_000
const SPANS = [
  { unit: 'year', ms: 365 * 86_400 * SECOND_MS },
  { unit: 'month', ms: 30 * 86_400 * SECOND_MS },
  { unit: 'day', ms: 86_400 * SECOND_MS },
  { unit: 'hour', ms: 3_600 * SECOND_MS },
  { unit: 'minute', ms: 60 * SECOND_MS },
] as const

/** Describes how long ago something was; the reader's clock may be behind the server's. */
export function agoText(at: Date, now: Date): string {
  const passedMs = now.getTime() - at.getTime()
  const span = SPANS.find(({ ms }) => passedMs >= ms)
  return span ? words().format(-Math.floor(passedMs / span.ms), span.unit) : 'just now'
}
