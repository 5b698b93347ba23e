import { type CellNumber, cellNumber } from '../cell-number.ts'
import { labelStems, mergePeriods, type Period, periodOf, plainLabel } from '../labels.ts'
import type { CitedValue, TableCell } from '../table.ts'
import { type ColumnKind, columnKind, isIdentifier, isSaid } from './column-kind.ts'
import { columnNumbers } from './column-numbers.ts'
import { largest } from './largest.ts'
import { type Measured, measuredIn } from './measured-in.ts'
import { timeIn } from './time-in.ts'

/** A table whose rows are records, with one attribute per column and the headers in the first row. */
export interface RecordTable {
  readonly columns: readonly RecordColumn[]
  readonly records: readonly TableRecord[]
  /** The columns that tell the records apart, besides their times. */
  readonly keys: readonly RecordColumn[]
  /** The text above the table that names its subject: title, headings and the line before it. */
  readonly about: string
  /** Whether the table is complete: sums and comparisons must not miss rows. */
  readonly isWhole: boolean
  /** The rank that search gave it. */
  readonly rank: number
}

export interface RecordColumn extends Measured {
  readonly index: number
  readonly header: CitedValue
  readonly stems: readonly string[]
  readonly kind: ColumnKind
}

export interface TableRecord {
  readonly cells: readonly (TableCell | undefined)[]
  readonly period?: Period
}

export interface Described {
  readonly about: string
  /** The line right above the table. */
  readonly lead?: CitedValue
  readonly isWhole: boolean
}

const MOST_COLUMNS = 60
const TOTAL = /^(?:grand\s+)?(?:total|sum|overall|all)\b/i

/** Reads a table as records if it is one: a header of names over rows that are filled. */
export function recordTable(
  [header = [], ...rows]: readonly (readonly CitedValue[])[],
  { about, lead, isWhole }: Described,
): RecordTable | undefined {
  if (header.length < 2 || header.length > MOST_COLUMNS) return undefined
  const data = rows.filter(row => !TOTAL.test(row[0]?.text ?? ''))
  if (!isHeader(header) || !data.every(row => isRecord(row, header.length))) return undefined
  const kinds = header.map((cell, index) =>
    columnKind(
      cell.text,
      data.map(row => row[index]?.text ?? ''),
      index,
    ),
  )
  const columns = header.map((cell, index): RecordColumn => {
    const kind = kinds[index] ?? 'name'
    const stems = labelStems(plainLabel(cell.text) || cell.text)
    return { index, header: cell, stems, kind, ...measuredIn(cell, lead) }
  })
  if (!columns.some(({ kind }) => kind === 'measure')) return undefined
  const keys = keysOf(columns, data)
  const readers = columns.map(({ index }) =>
    columnNumbers(data.map(row => row[index]?.text ?? '').filter(isSaid)),
  )
  return {
    columns,
    records: data.map(row => recordOf(row, { columns, keys, readers })),
    keys,
    about: `${about}\n${lead?.text ?? ''}`,
    isWhole,
    rank: largest(rows.map(row => row[0]?.passage.score ?? 0)),
  }
}

function isHeader(header: readonly CitedValue[]): boolean {
  const texts = header.map(({ text }) => text.trim().toLowerCase())
  return (
    new Set(texts).size === texts.length &&
    texts.every((text, index) => text !== '' || index === 0) &&
    texts.every(text => cellNumber(text) === undefined && periodOf(text) === undefined)
  )
}

/** A row with one filled cell is the label of a section, not a record. */
function isRecord(row: readonly CitedValue[], width: number): boolean {
  const filled = row.filter(({ text }) => text !== '').length
  return row.length <= width && filled * 2 >= width && filled > 1
}

/** Returns as many name columns, from the left, as it takes to tell records apart. */
function keysOf(
  columns: readonly RecordColumn[],
  rows: readonly (readonly CitedValue[])[],
): RecordColumn[] {
  const keys: RecordColumn[] = []
  const times = columns.filter(({ kind }) => kind === 'time')
  const areApart = () => {
    const own = rows.map(row => [...times, ...keys].map(({ index }) => row[index]?.text).join('|'))
    return new Set(own).size === rows.length
  }
  // A name is more useful to readers than a number in a list.
  const ordered = columns.toSorted(
    (a, b) => Number(isIdentifier(a.header.text)) - Number(isIdentifier(b.header.text)),
  )
  for (const column of ordered) {
    if (keys.length + times.length > 0 && areApart()) break
    if (column.kind === 'name') keys.push(column)
  }
  return keys
}

function recordOf(
  row: readonly CitedValue[],
  from: {
    readonly columns: readonly RecordColumn[]
    readonly keys: readonly RecordColumn[]
    readonly readers: readonly ((text: string) => CellNumber | undefined)[]
  },
): TableRecord {
  const { columns, keys, readers } = from
  const times = columns.filter(({ kind }) => kind === 'time')
  const named = [...keys, ...times].flatMap(key => row[key.index] ?? [])
  const cells = columns.map((column): TableCell | undefined => {
    const cell = row[column.index]
    if (!cell || cell.text === '') return undefined
    const number = column.kind === 'measure' ? readers[column.index]?.(cell.text) : undefined
    const heads = [...named.filter(one => one !== cell && one.text !== ''), column.header]
    const { scale } = column
    const place = { index: column.index, cells: [column.header], header: column.header.text }
    return { ...cell, scale, column: place, heads, ...(number && { number }) }
  })
  const period = together(times.map(({ index: at }) => timeIn(row[at]?.text ?? '')))
  return { cells, ...(period && { period }) }
}

/** The year of one column and the quarter or month of another. */
function together(all: readonly (Period | undefined)[]): Period | undefined {
  const [first, ...others] = all.filter(period => period !== undefined)
  return first && others.reduce(mergePeriods, first)
}
