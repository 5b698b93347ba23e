import { words } from '../text/words.ts'
import { cellNumber } from './cell-number.ts'
import { periodOf } from './periods.ts'
import { isPeriodOrUnit, kindsOf, MOST_HEADER_ROWS, type RowKind, UNIT } from './row-kinds.ts'
import type { CitedValue, Section, Table, TableCell, TableColumn, TableRow } from './table.ts'
import { columnsOf } from './table-columns.ts'

const MOST_COLUMNS = 200

/**
 * Reads the rows of a table: which are headers, which are labels of sections, what belongs to what.
 * A header in the middle begins a new part, because the numbers below it mean something else.
 */
export function parseTable(
  rows: readonly (readonly CitedValue[])[],
  described: Pick<Table, 'id' | 'about' | 'lead' | 'surroundings'>,
): Table[] {
  const width = Math.min(
    MOST_COLUMNS,
    rows.reduce((most, row) => Math.max(most, row.length), 0),
  )
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

function hasHeader(
  rows: readonly (readonly CitedValue[])[],
  kinds: readonly RowKind[],
  from: number,
  to: number,
): boolean {
  return rows
    .slice(from, to)
    .some((row, offset) => kinds[from + offset] === 'header' && row.length > 1)
}

interface Part {
  readonly rows: readonly (readonly CitedValue[])[]
  readonly kinds: readonly RowKind[]
  readonly header: readonly (readonly CitedValue[])[]
  readonly captionRows: readonly (readonly CitedValue[])[]
  readonly from: number
  readonly to: number
  readonly width: number
  readonly described: Pick<Table, 'id' | 'about' | 'lead' | 'surroundings'>
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
    found.push(rowOf(row, { index, sections, columns }))
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

function rowOf(
  row: readonly CitedValue[],
  {
    index,
    sections,
    columns,
  }: Pick<TableRow, 'index' | 'sections'> & { readonly columns: readonly TableColumn[] },
): TableRow {
  const [labelCell] = row
  const label = labelCell?.text ?? ''
  const cells = row.slice(1, MOST_COLUMNS).map((cell, offset): TableCell => {
    const number = cellNumber(cell.text)
    const named = [labelCell, ...(columns[offset]?.cells ?? [])]
    const heads = named.flatMap(head => (head && head.text !== '' ? [head] : []))
    return { ...cell, row: index, column: offset + 1, heads, ...(number && { number }) }
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
