import type { Period } from './periods.ts'
import type { Intent } from './question-intent.ts'
import type { Point, Series } from './series.ts'

/** The points of a series that a question asks for, in its order; empty when one of them is missing. */
export function askedPoints(series: Series, intent: Intent): Point[] {
  const asked = askedPeriods(series, intent)
  if (asked.length === 0) return []
  if (series.points.every(point => point.period === undefined)) return series.points.slice(0, 1)
  const found = asked.map(period => pointAt(series, period))
  const points = found.filter(point => point !== undefined)
  return points.length === found.length ? [...new Set(points)] : []
}

/** The point of a period, told apart by months and quarters when the year has several. */
export function pointAt(series: Series, period: Period): Point | undefined {
  let best: { point: Point; fit: number } | undefined
  for (const point of series.points) {
    const own = point.period
    if (!own || !period.years.every(year => own.years.includes(year))) continue
    const shared = period.marks.filter(mark => own.marks.includes(mark)).length
    const fit =
      shared * 2 -
      own.marks.length * 0.1 -
      (own.years.length - period.years.length) -
      (period.marks.length === 0 && own.marks.some(mark => /^[qhm]\d/.test(mark)) ? 1 : 0)
    if (!best || fit > best.fit) best = { point, fit }
  }
  return best?.point
}

/** Latest first; points without a time keep their order. */
export function latestFirst(points: readonly Point[]): Point[] {
  return points.toSorted((a, b) => timeOf(b) - timeOf(a))
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** For putting points in order of time, within a year too. */
export function timeOf({ period }: { readonly period?: Period | undefined }): number {
  const marks = period?.marks ?? []
  const month = Math.max(0, ...marks.map(mark => MONTHS.indexOf(mark) + 1))
  const part = Math.max(0, ...marks.map(mark => (/^[qh]\d$/.test(mark) ? Number(mark[1]) * 3 : 0)))
  const day = Math.max(0, ...marks.map(mark => (/^\d{1,2}$/.test(mark) ? Number(mark) : 0)))
  return yearOf({ period }) * 10_000 + Math.max(month, part) * 100 + day
}

function yearOf({ period }: { readonly period?: Period | undefined }): number {
  return Math.max(0, ...(period?.years ?? []))
}

/** Two points to compare, the later first; with the one before when only one was asked for. */
export function twoPoints(series: Series, [a, b]: readonly Point[]): [Point, Point] | undefined {
  if (!a) return undefined
  if (b) return timeOf(a) >= timeOf(b) ? [a, b] : [b, a]
  const others = latestFirst(series.points).filter(point => point !== a)
  const before = others.find(point => timeOf(point) < timeOf(a)) ?? others[0]
  return before && (timeOf(before) <= timeOf(a) ? [a, before] : [before, a])
}

/** All points from the first to the last of some, latest first. */
export function between(series: Series, points: readonly Point[]): Point[] {
  const years = points.map(yearOf)
  const [low, high] = [Math.min(...years), Math.max(...years)]
  return latestFirst(series.points).filter(point => yearOf(point) >= low && yearOf(point) <= high)
}

/** The points of the year of one, such as its quarters. */
export function ofSameYear(series: Series, [first]: readonly Point[]): Point[] {
  return first ? series.points.filter(point => yearOf(point) === yearOf(first)) : []
}

/** Two years with a dash between them are one period where the table has them in one column. */
function askedPeriods(series: Series, intent: Intent): Period[] {
  const asked: Period[] = []
  for (const period of intent.periods) {
    const last = asked.at(-1)
    const gap = last ? intent.question.slice(last.end, period.start) : ''
    const years = last ? [...last.years, ...period.years] : []
    const isOne =
      last &&
      /^\s*(?:[-–—]|to|and|through)\s*$/.test(gap) &&
      series.points.some(
        point =>
          point.period &&
          point.period.years.length > 1 &&
          years.every(year => point.period?.years.includes(year)),
      )
    if (isOne) asked.splice(-1, 1, { years, marks: last.marks, start: last.start, end: period.end })
    else asked.push(period)
  }
  return asked
}
