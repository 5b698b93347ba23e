import { labelStems, plainLabel, timelessLabel } from './label-text.ts'
import { type Period, periodOf } from './periods.ts'
import { rollForward } from './roll-forward.ts'
import type { Table, TableCell, TableColumn, TableRow } from './table.ts'

/** The cells that say the same thing of different times: what a question about an item is asked of. */
export interface Series {
  readonly table: Table
  readonly row: TableRow
  readonly column: TableColumn
  /** What the row's label and its sections say, without the times. */
  readonly label: string
  readonly section: string
  readonly labelStems: readonly string[]
  /** What tells the column from others, besides its time. */
  readonly headerStems: readonly string[]
  readonly sectionStems: ReadonlySet<string>
  /** The same for each section apart, outermost first. */
  readonly sections: readonly ReadonlySet<string>[]
  readonly isTotal: boolean
  /** A row without a label is mostly the sum of those above. */
  readonly isUnnamed: boolean
  readonly points: readonly Point[]
}

export interface Point {
  readonly cell: TableCell
  readonly row: TableRow
  readonly column: TableColumn
  readonly period?: Period
}

const YEAR_HEADER = /^(?:fiscal\s+)?(?:year|date|period|quarter|month)s?$/i
const TOTAL = /\btotals?\b|^$/i

export function seriesOf(tables: readonly Table[]): Series[] {
  const found = new Map<string, Series & { points: Point[] }>()
  for (const table of tables) {
    const headers = distinctHeaders(table)
    const verbal = verbalColumns(table)
    const flows = rollForward(table)
    const seen = new Map<string, number>()
    for (const row of table.rows) {
      const described = describeRow(table, row, verbal)
      const { label, section, dated, hasNumbers } = described
      const rowPeriod = described.period ?? flows.get(row.index)
      const place = [label, section, rowPeriod?.years, rowPeriod?.marks].join('|')
      const occurrence = seen.get(place) ?? 0
      seen.set(place, occurrence + 1)
      for (const cell of row.cells) {
        const column = columnOf(table, cell)
        if (!column || column.isNote || cell === dated) continue
        if (hasNumbers && cell.number === undefined) continue
        const headerStems = headers[cell.column - 1] ?? []
        const unit = /%|percent/i.test(column.header) ? '%' : ''
        const key = [table.id, label, section, headerStems.join(' '), unit, occurrence].join('|')
        const period = merge(column.period, rowPeriod)
        const point: Point = { cell, row, column, ...(period && { period }) }
        const known = found.get(key)
        if (known) known.points.push(point)
        else
          found.set(key, {
            table,
            row,
            column,
            label,
            section,
            labelStems: label === '' && headerStems.length === 0 ? ['total'] : labelStems(label),
            headerStems,
            sectionStems: new Set(labelStems(section)),
            sections: row.sections.map(({ text }) => new Set(labelStems(timelessLabel(text)))),
            isTotal: TOTAL.test(label),
            isUnnamed: row.labelCell === undefined,
            points: [point],
          })
      }
    }
  }
  return [...found.values()]
}

function describeRow(table: Table, row: TableRow, verbal: ReadonlySet<number>) {
  const hasNumbers = row.cells.some(cell => cell.number !== undefined)
  const texts = row.cells.filter(cell => cell.number === undefined && verbal.has(cell.column))
  const written = [row.label, ...(hasNumbers ? texts.map(cell => cell.text) : [])].join(' ')
  // A day or a quarter is a time by itself; in a longer label it is a part of the name.
  const isTimed =
    row.period !== undefined && (row.period.years.length > 0 || timelessLabel(written) === '')
  const dated = row.cells.find(cell => YEAR_HEADER.test(columnOf(table, cell)?.header ?? ''))
  const sections = row.sections.map(({ text }) => text)
  const period =
    (isTimed ? row.period : undefined) ??
    (dated ? periodOf(dated.text) : undefined) ??
    sections.map(periodOf).findLast(one => one !== undefined)
  return {
    hasNumbers,
    dated,
    period,
    label: isTimed ? timelessLabel(written) : plainLabel(written),
    section: sections.map(timelessLabel).join(' '),
  }
}

/** The time of the column, told more closely by that of the row. */
function merge(column: Period | undefined, row: Period | undefined): Period | undefined {
  if (!column || !row) return column ?? row
  const marks = [...column.marks, ...row.marks]
  return { ...(column.years.length > 0 ? column : row), marks }
}

function columnOf(table: Table, cell: TableCell): TableColumn | undefined {
  return table.columns[cell.column - 1]
}

/** For each column what its header says besides times; what all of them say tells none apart. */
function distinctHeaders(table: Table): string[][] {
  const headers = table.columns.map(column => labelStems(timelessLabel(column.header)))
  const named = headers.filter((_, at) => {
    const column = table.columns[at]
    return column !== undefined && !column.isNote && column.header !== ''
  })
  const shared =
    named.length < 2
      ? new Set<string>()
      : named.map(stems => new Set(stems)).reduce((a, b) => a.intersection(b))
  return headers.map(stems => stems.filter(stem => !shared.has(stem)))
}

/** The columns that mostly hold words: they name a row rather than measure it. */
function verbalColumns(table: Table): ReadonlySet<number> {
  const cells = Map.groupBy(
    table.rows.flatMap(row => row.cells),
    cell => cell.column,
  )
  const verbal = [...cells].filter(([index, own]) => {
    const numbers = own.filter(cell => cell.number !== undefined).length
    return numbers * 2 < own.length && !table.columns[index - 1]?.isNote
  })
  return new Set(verbal.map(([index]) => index))
}
