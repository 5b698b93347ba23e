import type { Period } from './periods.ts'
import type { Point, Series } from './series.ts'

const MONTHS_IN: Readonly<Record<string, number>> = { q: 3, h: 6, m: 1 }
const PARTS = ['part', 'month', 'day'] as const

/** Returns the points of a series at these times, in their order; none if one of them is missing. */
export function pointsAt(series: Series, periods: readonly Period[]): Point[] {
  if (series.points.every(({ period }) => period === undefined))
    return isAbout(series, periods) ? series.points.slice(0, 1) : []
  const found = periods.map(period => pointAt(series, period))
  return found.includes(undefined) ? [] : [...new Set(found.filter(point => point !== undefined))]
}

/** The text around a table without times may say of which year it is. */
function isAbout({ table, section }: Series, periods: readonly Period[]): boolean {
  const said = `${section} ${table.context.surroundings}`
  return periods.every(({ years }) => years.every(year => said.includes(String(year))))
}

/** Returns the point of a period; months and quarters decide if the year has several. */
export function pointAt({ points }: Series, period: Period): Point | undefined {
  let best: { point: Point; fit: number } | undefined
  for (const point of points) {
    const own = point.period
    if (!own || !period.years.every(year => own.years.includes(year))) continue
    const shared = PARTS.filter(key => period[key] !== undefined && period[key] === own[key]).length
    const said = PARTS.filter(key => own[key] !== undefined).length
    const isPart = own.part !== undefined && PARTS.every(key => period[key] === undefined)
    const fit = shared * 2 - said * 0.1 - own.years.length - (isPart ? 1 : 0)
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

function yearOf({ period }: Pick<Point, 'period'>): number {
  return Math.max(0, ...(period?.years ?? []))
}

export function timeOf(point: Pick<Point, 'period'>): number {
  const { part = '', month = 0, day = 0 } = point.period ?? {}
  const months = Number(part.slice(1)) * (MONTHS_IN[part[0] ?? ''] ?? 0)
  return yearOf(point) * 10_000 + Math.max(month, months) * 100 + day
}
