import { LONGEST_PASSAGE } from '../library/split-passages.ts'
import type { TableRows } from './document-tables.ts'
import {
  labelStems,
  mergePeriods,
  type Period,
  periodOf,
  plainLabel,
  timelessLabel,
} from './labels.ts'
import { isUnitLine, MONEY, PERCENT, SINGLE, statedScale } from './scale.ts'
import {
  type CellNumber,
  type CitedValue,
  cellNumber,
  type Scale,
  type TableCell,
} from './table.ts'

/** A table whose rows are records, with one attribute per column and the headers in the first row. */
export interface RecordTable {
  readonly columns: readonly RecordColumn[]
  readonly records: readonly TableRecord[]
  /** The column that names the records. */
  readonly key: RecordColumn | undefined
  readonly isDated: boolean
  /** The text above the table that names its subject: title, headings and the line before it. */
  readonly about: string
  /** Whether the table is complete: sums and comparisons must not miss rows. */
  readonly isWhole: boolean
}

export interface RecordColumn {
  readonly index: number
  readonly header: CitedValue
  readonly stems: readonly string[]
  /** A column names, dates or measures its records. */
  readonly kind: 'name' | 'time' | 'measure'
  readonly scale: Scale
  /** The place that states the unit. */
  readonly unit?: CitedValue
}

export interface TableRecord {
  readonly cells: readonly (TableCell | undefined)[]
  readonly period?: Period
}

type Row = readonly CitedValue[]

const MOST_COLUMNS = 60
const TOTAL = /^(?:grand\s+)?(?:total|sum|overall|all)\b/i
const TIME_HEADER =
  /^(?:(?:fiscal|financial|calendar)\s+)?(?:year|date|day|period|quarter|month|fy)s?\b/i
/** Numbers that measure nothing. */
const IDENTIFIER =
  /^(?:id|no|nr|#|code|zip|zip code|postcode|phone|rank|isbn|sku|key|index|position)\.?$|\bid$/i
const NOTHING = /^(?:n\/?a|none|null|unknown|\?|-|–|—|\.)?$/i
const LEAST_NUMBERS = 0.7
const YEAR_MONTH = /^(\d{4})-(\d{2})$/
const WITH_UNIT = /^(?<number>[^\p{L}]{1,24}?)\s?(?<unit>\p{L}[\p{L}²³/]{0,11})$/u
/** Room that a further row would need, as rows differ in length. */
const ROOM = 1.5

/** Reads a table as records if it is one: a header of names over rows that are filled. */
export function recordTable(table: TableRows): RecordTable | undefined {
  const [header = [], ...rows] = table.rows
  const { about, lead } = table.context
  const data = rows.filter(row => !TOTAL.test(row[0]?.text ?? ''))
  if (!isHeader(header) || !data.every(row => isRecord(row, header.length))) return undefined
  const columns = header.map((cell, index): RecordColumn => {
    const values = data.map(row => row[index]?.text ?? '').filter(text => !NOTHING.test(text))
    const stems = labelStems(plainLabel(cell.text) || cell.text)
    const kind = kindOf(cell.text, values, index)
    return { index, header: cell, stems, kind, ...measuredIn(cell, lead) }
  })
  if (!columns.some(({ kind }) => kind === 'measure')) return undefined
  const times = columns.filter(({ kind }) => kind === 'time')
  const names = columns.filter(({ kind }) => kind === 'name')
  // A name is more useful to readers than a number in a list.
  const key = names.find(({ header: { text } }) => !IDENTIFIER.test(text.trim())) ?? names[0]
  return {
    columns,
    records: data.map(row => recordOf(row, { columns, key, times })),
    key,
    isDated: times.length > 0,
    about: `${about}\n${lead?.text ?? ''}`,
    isWhole: isWhole(table),
  }
}

/** Returns whether a table is complete. One that continues leaves no room for another row in its passage. */
function isWhole({ rows, isFollowed }: TableRows): boolean {
  const [first, last] = [rows[0]?.[0], rows.at(-1)?.[0]]
  const lengths = rows.map(cells => (cells.at(-1)?.end ?? 0) - (cells[0]?.start ?? 0))
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0)
  const ends = last !== undefined && LONGEST_PASSAGE - last.passage.text.length > longest * ROOM
  return first !== undefined && first.end > 0 && (ends || isFollowed)
}

function isHeader(header: Row): boolean {
  const texts = header.map(({ text }) => text.trim().toLowerCase())
  return (
    texts.length > 1 &&
    texts.length <= MOST_COLUMNS &&
    new Set(texts).size === texts.length &&
    texts.every((text, index) => text !== '' || index === 0) &&
    texts.every(text => cellNumber(text) === undefined && periodOf(text) === undefined)
  )
}

/** A row with one filled cell is the label of a section, not a record. */
function isRecord(row: Row, width: number): boolean {
  const filled = row.filter(({ text }) => text !== '').length
  return row.length <= width && filled * 2 >= width && filled > 1
}

function kindOf(header: string, values: readonly string[], index: number): RecordColumn['kind'] {
  const mayBeTime = values.length > 0 && (index === 0 || TIME_HEADER.test(header))
  if (mayBeTime && values.every(value => timeIn(value) !== undefined)) return 'time'
  const numbers = values.filter(value => numberIn(value) !== undefined).length
  const isMeasure = numbers > 0 && numbers >= values.length * LEAST_NUMBERS
  return isMeasure && !IDENTIFIER.test(header.trim()) ? 'measure' : 'name'
}

/** Reads the unit from the column's header, or else from the line directly above the table. */
function measuredIn(
  header: CitedValue,
  lead: CitedValue | undefined,
): Pick<RecordColumn, 'scale' | 'unit'> {
  const { text } = header
  if (PERCENT.test(text)) return { scale: 'percent' }
  const own = statedScale(text)
  if (own !== '' || MONEY.test(text)) return { scale: own, unit: header }
  const isAbove = lead && !SINGLE.test(text) && isUnitLine(lead.text)
  return isAbove ? { scale: statedScale(lead.text), unit: lead } : { scale: '' }
}

function recordOf(
  row: Row,
  { columns, key, times }: Pick<RecordTable, 'columns' | 'key'> & { times: RecordTable['columns'] },
): TableRecord {
  const named = [...(key ? [key] : []), ...times].flatMap(({ index }) => row[index] ?? [])
  const cells = columns.map(({ index, kind, scale, unit, header }): TableCell | undefined => {
    const cell = row[index]
    if (!cell || cell.text === '') return undefined
    const number = kind === 'measure' ? numberIn(cell.text) : undefined
    const heads = [...named.filter(one => one !== cell && one.text !== ''), header]
    const column = { index, cells: [header], header: header.text }
    const counted = number?.isPercent ? 'percent' : number ? scale : ''
    const written = { ...cell, scale: counted, column, heads } as const
    return { ...written, ...(unit && { unit }), ...(number && { number }) }
  })
  // The year may be in one column, and the quarter or month in another.
  const [first, ...others] = times.flatMap(({ index }) => timeIn(row[index]?.text ?? '') ?? [])
  return { cells, ...(first && { period: others.reduce(mergePeriods, first) }) }
}

/** Reads a number, or one with its unit behind it. */
function numberIn(text: string): CellNumber | undefined {
  return cellNumber(text) ?? cellNumber(WITH_UNIT.exec(text.trim())?.groups?.['number'] ?? '')
}

/** Reads a cell that is only a time. */
function timeIn(text: string): Period | undefined {
  const [, year, month] = YEAR_MONTH.exec(text.trim()) ?? []
  if (year !== undefined)
    return { years: [Number(year)], month: Number(month), start: 0, end: text.length }
  return timelessLabel(text) === '' ? periodOf(text) : undefined
}
