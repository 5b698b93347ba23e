import { words } from '../text/words.ts'
import { periodOf, withoutPeriods } from './labels.ts'
import { createScales } from './scale.ts'
import {
  type CitedValue,
  cellNumber,
  type Table,
  type TableColumn,
  type TableContext,
  type TableRow,
} from './table.ts'

type Row = readonly CitedValue[]
type RowKind = 'header' | 'section' | 'data' | 'blank'

const MOST_COLUMNS = 200
const MOST_HEADER_ROWS = 8
/** Rows of words at the top are headers; further down they are items. */
const TOP_ROWS = 3
const YEAR = /^(?:fy\s?)?(?:19|20)\d{2}$/i
const FOOTNOTE = /\s*(?:\(\s?[a-z\d]{1,2}\s?\)|\[\d{1,2}\]|\*+)\s*$/i
const UNIT = /\b(?:thousands|millions|billions)\b|['’‘]000/i
const UNIT_WORDS =
  /[$€£¥]|\b(?:in|us|usd|rmb|eur|gbp|thousands?|millions?|billions?|m|mn|bn|k|note|years?|ended|as|of|at|the|for|fiscal|months?|weeks?|change|restated|unaudited|audited)\b|['’‘]?000s?|%/gi
/** Labels of a total, which closes its section. */
const CLOSING = /^$|^total\b/i
const NOTES = /^\s*(?:notes?|ref|reference)\.?\s*$/i

/**
 * Reads the rows of a table into typed cells. A header in the middle begins a new part, because the
 * numbers below it mean something else.
 */
export function parseTable(rows: readonly Row[], context: TableContext): Table[] {
  const width = rows.reduce((most, row) => Math.max(most, Math.min(row.length, MOST_COLUMNS)), 0)
  const kinds = kindsOf(rows)
  const parts: Table[] = []
  let columns = columnsOf([], width)
  for (let at = 0; at < rows.length; ) {
    const top = at
    while (at < rows.length && at - top < MOST_HEADER_ROWS && kinds[at] !== 'data') at++
    // Labels right above the first numbers are sections, not headers.
    let first = at
    while (
      first > top + 1 &&
      kinds[first - 1] === 'section' &&
      kinds.slice(top, first - 1).includes('header')
    )
      first--
    let end = at
    while (end < rows.length && kinds[end] !== 'header') end++
    if (end === at && at === rows.length) break
    const header = rows.slice(top, first)
    // A part without a header of its own continues under the one before.
    if (header.some(row => row.slice(1).some(({ text }) => text !== '')))
      columns = columnsOf(header, width)
    parts.push(parsePart({ rows, kinds, header, columns, from: first, to: end, context }))
    at = end
  }
  return parts
}

/** Classifies each row as a header, the label of a section, or data. */
function kindsOf(rows: readonly Row[]): RowKind[] {
  const kinds = rows.map(kindOf)
  // In a table of words or of years, the first row is the header.
  return kinds.includes('data') ? kinds : rows.map((_, at) => (at === 0 ? 'header' : 'data'))
}

function kindOf(row: Row, index: number): RowKind {
  const [label = '', ...rest] = row.map(({ text }) => text.trim())
  const filled = rest.filter(text => text !== '')
  if (filled.length === 0) return label === '' ? 'blank' : 'section'
  if (filled.some(isDataNumber)) return 'data'
  const times = filled.filter(isPeriodOrUnit).length
  if (times === filled.length)
    return label !== '' && index >= TOP_ROWS && filled.length === 1 ? 'data' : 'header'
  if (index < TOP_ROWS) return 'header'
  if (label === '' && filled.length === 1) return 'section'
  return label === '' || (filled.length > 1 && times > 0) ? 'header' : 'data'
}

function isDataNumber(text: string): boolean {
  return cellNumber(text) !== undefined && !YEAR.test(text.replace(FOOTNOTE, ''))
}

function isPeriodOrUnit(text: string): boolean {
  if (isDataNumber(text)) return false
  const rest = withoutPeriods(text.replace(FOOTNOTE, '')).replace(UNIT_WORDS, '')
  return words(rest).length === 0
}

function columnsOf(header: readonly Row[], width: number): TableColumn[] {
  const spread = header.map(row => spreadRow(row, width))
  return Array.from({ length: Math.max(0, width - 1) }, (_, offset) => {
    const cells = spread.flatMap(row => row[offset + 1] ?? [])
    const text = cells.map(cell => cell.text).join(' ')
    const period = periodOf(text)
    return { index: offset + 1, cells, header: text, ...(period && { period }) }
  })
}

/**
 * Spreads header cells over the columns that they span, since each is written once: over equal shares
 * if those fit, else up to the next cell, unless cells are side by side.
 */
function spreadRow(row: Row, width: number): (CitedValue | undefined)[] {
  const filled = row.flatMap((cell, index) =>
    index > 0 && cell.text !== '' ? [{ cell, index }] : [],
  )
  const share = (width - 1) / filled.length
  const isShared =
    Number.isInteger(share) &&
    filled.every(({ index }, at) => index > at * share && index <= (at + 1) * share)
  const areApart = filled.every(({ index }, at) => index - (filled[at - 1]?.index ?? -1) > 1)
  return Array.from({ length: width }, (_, index) => {
    if (index === 0) return undefined
    if (isShared) return filled[Math.floor((index - 1) / share)]?.cell
    if (areApart) return filled.findLast(one => one.index <= index)?.cell
    return filled.find(one => one.index === index)?.cell
  })
}

function parsePart({
  rows,
  kinds,
  header,
  columns,
  from,
  to,
  context,
}: {
  readonly rows: readonly Row[]
  readonly kinds: readonly RowKind[]
  readonly header: readonly Row[]
  readonly columns: readonly TableColumn[]
  readonly from: number
  readonly to: number
  readonly context: TableContext
}): Table {
  const own = rows.slice(from, to).map((row, at) => ({ row, kind: kinds[from + at] }))
  const units = own.filter(({ row, kind }) => kind === 'section' && isUnitRow(row))
  const caption = [...header.map(([corner]) => corner), ...units.map(({ row }) => titleOf(row))]
    .map(cell => cell?.text ?? '')
    .join(' ')
  const data = own.filter(({ kind }) => kind === 'data').map(({ row }) => row)
  const scaleOf = createScales({ caption, columns, data, context })
  const found: TableRow[] = []
  let sections: readonly CitedValue[] = []
  let isNested = true
  for (const { row, kind } of own) {
    const title = titleOf(row)
    if (!title || (kind === 'section' && isUnitRow(row))) continue
    if (kind !== 'data') {
      // Labels that follow each other are nested; after numbers a new one begins.
      sections = [...(isNested ? sections.slice(-2) : []), title]
      isNested = true
      continue
    }
    isNested = false
    const [labelCell] = row
    const label = labelCell?.text ?? ''
    const period = periodOf(label)
    const cells = row.slice(1, MOST_COLUMNS).flatMap((cell, offset) => {
      const column = columns[offset]
      if (!column || cell.text === '' || NOTES.test(column.header)) return []
      const number = cellNumber(cell.text)
      const heads = [...(labelCell && label !== '' ? [labelCell] : []), ...column.cells]
      const typed = { ...cell, column, heads, ...(number && { number }) }
      return [{ ...typed, ...scaleOf(typed, { label, sections, column }) }]
    })
    found.push({
      label,
      sections,
      cells,
      ...(labelCell && label !== '' && { labelCell }),
      ...(period && { period }),
    })
    if (CLOSING.test(label)) sections = []
  }
  return { columns, rows: found, context }
}

function titleOf(row: Row): CitedValue | undefined {
  return row.find(({ text }) => text.trim() !== '')
}

function isUnitRow(row: Row): boolean {
  const { text = '' } = titleOf(row) ?? {}
  return UNIT.test(text) && isPeriodOrUnit(text)
}
