import { shortDay } from '../../charts/day-text.ts'
import { counted } from '../../ui/counted.ts'
import { tookText } from './figures-text.ts'
import type { StatusPoint } from './status-lines.ts'

export type StatusPeriod = 'day' | 'month'

const HOUR = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** An hour in the reader's own time, or a day of UTC. */
export function pointName(at: string, period: StatusPeriod): string {
  return period === 'day' ? HOUR.format(new Date(at)) : shortDay(at.slice(0, 10))
}

/** One hour or day in words, for who hears it and for the line below the chart. */
export function describePoint(point: StatusPoint, period: StatusPeriod): string {
  const name = pointName(point.at, period)
  if (point.captured + point.refunded === 0) return `${name}: no calls`
  const took =
    point.p50Ms === null
      ? ''
      : `; half within ${tookText(point.p50Ms)}, nine of ten within ${tookText(point.p90Ms)}`
  return `${name}: ${counted(point.captured, 'call')} succeeded, ${point.refunded} refunded${took}`
}
