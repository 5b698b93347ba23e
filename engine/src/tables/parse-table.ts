import { words } from '../text/words.ts'
import { cellNumber } from './cell-number.ts'
import { periodOf, withoutPeriods } from './periods.ts'
import type { CitedValue, Section, Table, TableCell, TableColumn, TableRow } from './table.ts'

const FOOTNOTE = /\s*(?:\(\s?[a-z\d]{1,2}\s?\)|\[\d{1,2}\]|\*+)\s*$/i
const UNIT = /\b(?:thousands|millions|billions)\b|['’‘]000/i
const UNIT_WORDS =
  /[$€£¥]|\b(?:in|us|usd|rmb|eur|gbp|thousands?|millions?|billions?|m|mn|bn|k|note|years?|ended|as|of|at|the|for|fiscal|months?|weeks?|change|restated|unaudited|audited)\b|['’‘]?000s?|%/gi
/** Rows at the top that hold words alone are headers; further down they are items. */
const TOP_ROWS = 3
const YEAR = /^(?:fy\s?)?(?:19|20)\d{2}$/i
const MOST_HEADER_ROWS = 8
const MOST_COLUMNS = 200

/**
 * Reads the rows of a table: which are headers, which are labels of sections, what belongs to what.
 * A header in the middle begins a new part, because the numbers below it mean something else.
 */
export function parseTable(
  rows: readonly (readonly CitedValue[])[],
  described: Pick<Table, 'id' | 'surroundings'>,
): Table[] {
  const width = Math.min(MOST_COLUMNS, Math.max(0, ...rows.map(row => row.length)))
  const kinds = kindsOf(rows)
  const parts: Table[] = []
  let at = 0
  let inherited: readonly (readonly CitedValue[])[] = []
  while (at < rows.length) {
    const top = at
    while (at < rows.length && at - top < MOST_HEADER_ROWS && kinds[at] !== 'data') at++
    // Labels right above the first row of numbers are sections of it, not headers.
    let first = at
    while (first > top && kinds[first - 1] === 'section' && hasHeader(rows, kinds, top, first - 1))
      first--
    const header = rows.slice(top, first)
    let end = at
    while (end < rows.length && kinds[end] !== 'header') end++
    if (end === at && at === rows.length) break
    const columnRows = header.some(row => row.slice(1).some(cell => cell.text !== ''))
      ? header
      : inherited
    inherited = columnRows
    parts.push(
      part({
        rows,
        kinds,
        header: columnRows,
        captionRows: header,
        from: first,
        to: end,
        width,
        described,
      }),
    )
    at = end
  }
  return parts
}

type Kind = 'header' | 'section' | 'data' | 'blank'

function kindsOf(rows: readonly (readonly CitedValue[])[]): Kind[] {
  const kinds = rows.map(kindOf)
  if (kinds.includes('data')) return kinds
  // A table of words or of years: its first row is the header.
  return rows.map((_, index) => (index === 0 ? 'header' : 'data'))
}

function kindOf(row: readonly CitedValue[], index: number): Kind {
  const [label, ...rest] = row.map(cell => cell.text.trim())
  const filled = rest.filter(text => text !== '')
  if (filled.length === 0) return label === '' || label === undefined ? 'blank' : 'section'
  if (filled.some(isDataNumber)) return 'data'
  const times = filled.filter(isPeriodOrUnit).length
  if (times === filled.length) {
    return label !== '' && index >= TOP_ROWS && filled.length === 1 ? 'data' : 'header'
  }
  if (index < TOP_ROWS) return 'header'
  if (label === '' && filled.length === 1)
    return UNIT.test(filled[0] ?? '') && index < MOST_HEADER_ROWS ? 'header' : 'section'
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

function hasHeader(
  rows: readonly (readonly CitedValue[])[],
  kinds: readonly Kind[],
  from: number,
  to: number,
): boolean {
  return rows
    .slice(from, to)
    .some((row, offset) => kinds[from + offset] === 'header' && row.length > 1)
}

interface Part {
  readonly rows: readonly (readonly CitedValue[])[]
  readonly kinds: readonly Kind[]
  readonly header: readonly (readonly CitedValue[])[]
  readonly captionRows: readonly (readonly CitedValue[])[]
  readonly from: number
  readonly to: number
  readonly width: number
  readonly described: Pick<Table, 'id' | 'surroundings'>
}

function part({ rows, kinds, header, captionRows, from, to, width, described }: Part): Table {
  const columns = columnsOf(header, width)
  const found: TableRow[] = []
  let sections: Section[] = []
  let sinceSection = 0
  const units: string[] = []
  for (let index = from; index < to; index++) {
    const row = rows[index] ?? []
    const kind = kinds[index]
    if (kind === 'blank') continue
    if (kind === 'section') {
      const cell = row.find(({ text }) => text.trim() !== '')
      if (!cell) continue
      if (UNIT.test(cell.text) && isPeriodOrUnit(cell.text)) {
        units.push(cell.text)
        continue
      }
      // Labels that follow each other are nested; after numbers a new one begins.
      if (sinceSection > 0) sections = []
      sections = [...sections.slice(-2), { text: cell.text, cell, row: index }]
      sinceSection = 0
      continue
    }
    sinceSection++
    found.push(rowOf(row, index, sections))
    if (closes(row[0]?.text ?? '', sections)) sections = []
  }
  const corners = captionRows.flatMap(row => row.slice(0, 1)).map(cell => cell.text)
  const caption = [...corners, ...units].filter(Boolean).join(' ')
  return { ...described, columns, rows: found, caption }
}

/** A total without a name, or one that names the section, closes it: what follows stands outside. */
function closes(label: string, sections: readonly Section[]): boolean {
  const last = sections.at(-1)
  if (!last) return false
  if (label === '') return true
  if (!/^(?:total|net|gross)\b/i.test(label)) return false
  const named = new Set(words(label).map(word => word.stem))
  return words(last.text).every(word => named.has(word.stem))
}

function rowOf(row: readonly CitedValue[], index: number, sections: readonly Section[]): TableRow {
  const [labelCell] = row
  const label = labelCell?.text ?? ''
  const cells = row.slice(1, MOST_COLUMNS).map((cell, offset): TableCell => {
    const number = cellNumber(cell.text)
    return { ...cell, row: index, column: offset + 1, ...(number && { number }) }
  })
  const period = periodOf(label)
  return {
    index,
    label,
    sections,
    cells: cells.filter(cell => cell.text !== ''),
    ...(labelCell && label !== '' && { labelCell }),
    ...(period && { period }),
  }
}

function columnsOf(header: readonly (readonly CitedValue[])[], width: number): TableColumn[] {
  const spread = header.map(row => spreadRow(row, width))
  return Array.from({ length: Math.max(0, width - 1) }, (_, offset) => {
    const index = offset + 1
    const cells = spread.map(row => row[index]).filter(cell => cell !== undefined)
    const text = cells.map(cell => cell.text).join(' ')
    const period = periodOf(text)
    return {
      index,
      cells,
      header: text,
      isNote: /^\s*(?:notes?|ref|reference)\.?\s*$/i.test(text),
      ...(period && { period }),
    }
  })
}

/**
 * A header cell that spans several columns is written once. It holds for all columns when it is alone,
 * for equal shares when those fit, and else up to the next, unless cells stand side by side: then none spans.
 */
function spreadRow(row: readonly CitedValue[], width: number): (CitedValue | undefined)[] {
  const filled = row.flatMap((cell, index) =>
    index > 0 && cell.text !== '' ? [{ cell, index }] : [],
  )
  const share = (width - 1) / filled.length
  const isShared =
    filled.length > 0 &&
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
