import { labelStems, type Period, periodOf, plainLabel, timelessLabel } from './labels.ts'
import type { Table, TableCell, TableRow } from './table.ts'

/** The cells that measure the same thing at different times. */
export interface Series {
  readonly table: Table
  readonly row: TableRow
  /** The row's label without times. */
  readonly label: string
  readonly section: string
  readonly labelStems: readonly string[]
  /** The words that tell its column from others, besides times. */
  readonly headerStems: readonly string[]
  readonly isTotal: boolean
  readonly points: readonly Point[]
}

export interface Point {
  readonly cell: TableCell
  readonly row: TableRow
  readonly period?: Period
}

const MONTHS_IN: Readonly<Record<string, number>> = { q: 3, h: 6, m: 1 }
const PARTS = ['part', 'month', 'day'] as const
const TOTAL = /\btotals?\b|^$/i

export function seriesOf(tables: readonly Table[]): Series[] {
  const found = new Map<string, Series & { points: Point[] }>()
  for (const [at, table] of tables.entries()) {
    const headers = distinctHeaders(table)
    const seen = new Map<string, number>()
    for (const row of table.rows) {
      const { label, section, period: rowPeriod } = describeRow(row)
      // Rows of one name and time, such as "Other" under two items, are different things.
      const place = JSON.stringify([label, section, { ...rowPeriod, start: 0, end: 0 }])
      const occurrence = seen.get(place) ?? 0
      seen.set(place, occurrence + 1)
      const hasNumbers = row.cells.some(({ number }) => number)
      for (const cell of row.cells) {
        if (hasNumbers && !cell.number) continue
        const headerStems = headers[cell.column.index - 1] ?? []
        const isPercent = cell.scale === 'percent'
        const key = [at, label, section, headerStems.join(' '), isPercent, occurrence].join('|')
        const period = merge(cell.column.period, rowPeriod)
        const point = { cell, row, ...(period && { period }) }
        const known = found.get(key)
        if (known) known.points.push(point)
        else
          found.set(key, {
            table,
            row,
            label,
            section,
            labelStems: label === '' && headerStems.length === 0 ? ['total'] : labelStems(label),
            headerStems,
            isTotal: TOTAL.test(label),
            points: [point],
          })
      }
    }
  }
  return [...found.values()]
}

function describeRow({ label, sections, period: own }: TableRow) {
  // A day or a quarter is a time by itself; in a longer label it is a part of the name.
  const isTimed = own !== undefined && (own.years.length > 0 || timelessLabel(label) === '')
  const period =
    (isTimed ? own : undefined) ??
    sections.map(({ text }) => periodOf(text)).findLast(one => one !== undefined)
  return {
    label: isTimed ? timelessLabel(label) : plainLabel(label),
    section: sections.map(({ text }) => timelessLabel(text)).join(' '),
    period,
  }
}

/** The time of the column, made more exact by that of the row. */
function merge(column: Period | undefined, row: Period | undefined): Period | undefined {
  if (!column || !row) return column ?? row
  return { ...row, ...column, years: column.years.length > 0 ? column.years : row.years }
}

/** The words of each column's header besides times, without those that all headers share. */
function distinctHeaders({ columns }: Table): string[][] {
  const headers = columns.map(({ header }) => labelStems(timelessLabel(header)))
  const named = headers.filter((_, at) => columns[at]?.header !== '').map(stems => new Set(stems))
  const shared = named.length < 2 ? new Set() : named.reduce((a, b) => a.intersection(b))
  return headers.map(stems => stems.filter(stem => !shared.has(stem)))
}

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
    const fit = shared * 2 - said * 0.1 - own.years.length
    if (!best || fit > best.fit) best = { point, fit }
  }
  return best?.point
}

/** Orders points by time, the latest first; points without a time keep their order. */
export function latestFirst<One extends Pick<Point, 'period'>>(points: readonly One[]): One[] {
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
