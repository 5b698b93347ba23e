import { labelStems, plainLabel, timelessLabel } from './label-text.ts'
import { type Period, periodOf } from './periods.ts'
import type { Table, TableCell, TableColumn, TableRow } from './table.ts'

/** The cells that measure the same thing at different times. */
export interface Series {
  readonly table: Table
  readonly row: TableRow
  readonly column: TableColumn
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

const DATED = /^(?:fiscal\s+)?(?:year|date|period|quarter|month)s?$/i
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
        if ((hasNumbers && !cell.number) || DATED.test(cell.column.header)) continue
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
            column: cell.column,
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

function describeRow({ label, sections, cells, period: own }: TableRow) {
  // A day or a quarter is a time by itself; in a longer label it is a part of the name.
  const isTimed = own !== undefined && (own.years.length > 0 || timelessLabel(label) === '')
  const dated = cells.find(({ column }) => DATED.test(column.header))
  const period =
    (isTimed ? own : undefined) ??
    (dated && periodOf(dated.text)) ??
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
