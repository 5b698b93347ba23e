import { words } from '../text/words.ts'
import { type Period, periodOf, withoutPeriods } from './periods.ts'
import type { Table, TableCell, TableColumn, TableRow } from './table.ts'

/** The cells that say the same thing of different times: what a question about an item is asked of. */
export interface Series {
  readonly table: Table
  readonly row: TableRow
  readonly column: TableColumn
  /** What the row's label, the column's header and the sections say, without the times. */
  readonly label: string
  readonly header: string
  readonly section: string
  readonly labelStems: readonly string[]
  readonly headerStems: readonly string[]
  readonly sectionStems: ReadonlySet<string>
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

const UNITS =
  /\b(?:in|us|usd|rmb|eur|gbp)?\s*(?:thousands?|millions?|billions?)\b|[$€£¥]\s?(?:m|mn|bn|['’‘]?000s?)?\b|['’‘]000s?|\(000s?\)|[$€£¥%]/gi
const TIME_WORDS =
  /\b(?:restated|unaudited|audited)\d?\b|\b\d{1,2}[- ](?:weeks?|months?|days)\b|\b(?:(?:for|as of|at|as at)\s+)?(?:the\s+)?(?:fiscal\s+)?(?:years?|months?|quarters?|periods?)\s+(?:ended|ending)\b|\bas (?:of|at)\b|\bfiscal years?\b|\bfiscal\b/gi
const UNIT_NOTE = /\([^()]*\b(?:thousands?|millions?|billions?|except)\b[^()]*\)/gi
const FOOTNOTE = /\(\s*(?:\d{1,2}|[a-z]|notes?\s[\d.,\s&and]{1,20})\s*\)|\[\d{1,2}\]/gi
const YEAR_HEADER = /^(?:fiscal\s+)?(?:year|date|period|quarter|month)s?$/i

export function seriesOf(tables: readonly Table[]): Series[] {
  const found = new Map<string, Series & { points: Point[] }>()
  for (const table of tables) {
    const shared = sharedStems(table)
    const verbal = verbalColumns(table)
    const seen = new Map<string, number>()
    for (const row of table.rows) {
      const own = `${bare(row.label)}|${row.period?.years.join(' ') ?? ''}|${row.sections.map(section => section.text).join('|')}`
      const occurrence = seen.get(own) ?? 0
      seen.set(own, occurrence + 1)
      const texts = row.cells.filter(cell => cell.number === undefined && verbal.has(cell.column))
      const hasNumbers = row.cells.some(cell => cell.number !== undefined)
      const written = hasNumbers
        ? [row.label, ...texts.map(cell => cell.text)].join(' ')
        : row.label
      const isTimed =
        row.period !== undefined && (row.period.years.length > 0 || bare(written) === '')
      const label = isTimed ? bare(written) : plain(written)
      const sectionPeriod = row.sections
        .map(section => periodOf(section.text))
        .findLast(one => one !== undefined)
      const dated = row.cells.find(cell => YEAR_HEADER.test(columnOf(table, cell)?.header ?? ''))
      const rowPeriod =
        (isTimed ? row.period : undefined) ??
        (dated ? periodOf(dated.text) : undefined) ??
        sectionPeriod
      const section = row.sections.map(one => bare(one.text)).join(' ')
      for (const cell of row.cells) {
        const column = columnOf(table, cell)
        if (!column || column.isNote || cell === dated) continue
        if (hasNumbers && cell.number === undefined) continue
        const header = bare(column.header)
        const headerStems = stems(header).filter(stem => !shared.has(stem))
        const key = [
          table.id,
          label.toLowerCase(),
          section.toLowerCase(),
          headerStems.join(' '),
          /%|percent/i.test(column.header) ? '%' : '',
          label === '' ? 0 : occurrence,
        ].join('|')
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
            header,
            section,
            labelStems: label === '' && headerStems.length === 0 ? ['total'] : stems(label),
            headerStems,
            sectionStems: new Set(stems(section)),
            isUnnamed: row.labelCell === undefined,
            isTotal: /\btotals?\b|^net\b|^$/i.test(label),
            points: [point],
          })
      }
    }
  }
  return [...found.values()]
}

/** A text without times, units and marks of footnotes. */
export function bare(text: string): string {
  return plain(withoutPeriods(text))
}

function plain(text: string): string {
  return text
    .replace(UNIT_NOTE, ' ')
    .replace(FOOTNOTE, ' ')
    .replace(TIME_WORDS, ' ')
    .replace(UNITS, ' ')
    .replace(/\(\s*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s:;,–—-]+|[\s:;,–—-]+$/g, '')
}

/** Labels are short: words such as other, all or before tell rows apart, so few are left out. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  'a an the of in for to and or by on at as is are was were be been what which who how much many did does do has have had its it their our we us from with that this these those there s between into per you your'.split(
    ' ',
  ),
)

export function stems(text: string): string[] {
  const all = words(text)
  const content = all.filter(word => !FUNCTION_WORDS.has(word.folded))
  return (content.length > 0 ? content : all).map(word => word.stem)
}

function merge(a: Period | undefined, b: Period | undefined): Period | undefined {
  if (!a || !b) return a ?? b
  if (a.years.length > 0) return { ...a, marks: [...a.marks, ...b.marks] }
  return { ...b, marks: [...a.marks, ...b.marks] }
}

function columnOf(table: Table, cell: TableCell): TableColumn | undefined {
  return table.columns[cell.column - 1]
}

/** The columns that mostly hold words: they name a row rather than measure it. */
function verbalColumns(table: Table): ReadonlySet<number> {
  const verbal = new Set<number>()
  for (const column of table.columns) {
    if (column.isNote) continue
    const cells = table.rows.flatMap(row => row.cells.filter(cell => cell.column === column.index))
    const numbers = cells.filter(cell => cell.number !== undefined).length
    if (cells.length > 0 && numbers * 2 < cells.length) verbal.add(column.index)
  }
  return verbal
}

/** What all columns say tells none of them apart. */
function sharedStems(table: Table): ReadonlySet<string> {
  const columns = table.columns.filter(column => !column.isNote && column.header !== '')
  if (columns.length < 2) return new Set()
  return columns
    .map(column => new Set(stems(bare(column.header))))
    .reduce((a, b) => a.intersection(b))
}
