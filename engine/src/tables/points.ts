import type { Period } from './periods.ts'
import type { Point, Series } from './series.ts'

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** Returns the points of a series at these times, in their order; none if one of them is missing. */
export function pointsAt(series: Series, periods: readonly Period[]): Point[] {
  if (series.points.every(({ period }) => period === undefined)) return series.points.slice(0, 1)
  const found = periods.map(period => pointAt(series, period))
  return found.includes(undefined) ? [] : [...new Set(found.filter(point => point !== undefined))]
}

/** Returns the point of a period; months and quarters decide if the year has several. */
export function pointAt({ points }: Series, period: Period): Point | undefined {
  let best: { point: Point; fit: number } | undefined
  for (const point of points) {
    const own = point.period
    if (!own || !period.years.every(year => own.years.includes(year))) continue
    const shared = period.marks.filter(mark => own.marks.includes(mark)).length
    const isPart = period.marks.length === 0 && own.marks.some(mark => /^[qhm]\d/.test(mark))
    const fit = shared * 2 - own.marks.length * 0.1 - own.years.length - (isPart ? 1 : 0)
    if (!best || fit > best.fit) best = { point, fit }
  }
  return best?.point
}

/** Orders points by time, the latest first; points without a time keep their order. */
export function latestFirst(points: readonly Point[]): Point[] {
  return points.toSorted((a, b) => timeOf(b) - timeOf(a))
}

/** Returns two points to compare, the later first; one alone is compared with the one before it. */
export function twoPoints({ points }: Series, [a, b]: readonly Point[]): Point[] {
  if (!a) return []
  const others = latestFirst(points).filter(point => point !== a)
  const other = b ?? others.find(point => timeOf(point) < timeOf(a)) ?? others[0]
  return other ? latestFirst([a, other]) : []
}

/** Returns all points from the earliest to the latest year of some. */
export function between({ points }: Series, ends: readonly Point[]): Point[] {
  const years = ends.map(yearOf)
  const [low, high] = [Math.min(...years), Math.max(...years)]
  return latestFirst(points).filter(point => yearOf(point) >= low && yearOf(point) <= high)
}

function yearOf({ period }: Point): number {
  return Math.max(0, ...(period?.years ?? []))
}

function timeOf(point: Point): number {
  const marks = point.period?.marks ?? []
  const months = marks.map(mark =>
    /^[qh]\d$/.test(mark) ? Number(mark[1]) * 3 : MONTHS.indexOf(mark) + 1,
  )
  const days = marks.map(mark => (/^\d{1,2}$/.test(mark) ? Number(mark) : 0))
  return yearOf(point) * 10_000 + Math.max(0, ...months) * 100 + Math.max(0, ...days)
}
