import { shortDay } from '../../charts/day-text.ts'
import { callsIn, countsText, tookText } from './figures-text.ts'
import type { StatusPoint } from './status-lines.ts'

export type StatusPeriod = 'day' | 'month'

const HOUR = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** An hour in the reader's time zone, or a UTC day. */
export function pointName(at: string, period: StatusPeriod): string {
  return period === 'day' ? HOUR.format(new Date(at)) : shortDay(at.slice(0, 10))
}

/** Describes one hour or day, for screen readers and for the line below the chart. */
export function describePoint({ at, counts, p50Ms, p90Ms }: StatusPoint, period: StatusPeriod) {
  const name = pointName(at, period)
  if (callsIn(counts) === 0) return `${name}: no calls`
  const took = p50Ms === null ? '' : `; median ${tookText(p50Ms)}, p90 ${tookText(p90Ms)}`
  return `${name}: ${countsText(counts)}${took}`
}
