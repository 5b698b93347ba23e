import { type Line, type Run, run } from './styled-text.ts'
import { widthOf, wrapRuns } from './wrap-runs.ts'

export const GAP = 2
const NARROWEST_COLUMN = 8

export type Align = 'left' | 'center' | 'right'

export interface TableLayout {
  readonly head: readonly Line[]
  readonly rows: readonly (readonly Line[])[]
  readonly aligns: readonly Align[]
  /** Lines below each row, across its columns. */
  readonly notes?: readonly (readonly Line[])[]
}

/** Lays out a table within the width, or one block per row if the columns do not fit. */
export function layOutTable(
  { head, rows, aligns, notes = [] }: TableLayout,
  width: number,
): Line[] {
  const widths = columnWidths([head, ...rows], width - GAP * (head.length - 1))
  const below = (index: number) =>
    (notes[index] ?? []).flatMap(note => indented(wrapRuns(note, width - GAP)))
  if (!widths) {
    return rows.flatMap((row, index) => [...rowBlock(head, row, width, index > 0), ...below(index)])
  }

  const rowLines = rows.map(row => alignRow(row, widths, aligns))
  // Rows of several lines need a gap between them.
  const isAiry = rowLines.some(lines => lines.length > 1)
  const rule = widths.map(columnWidth => '─'.repeat(columnWidth)).join(' '.repeat(GAP))
  return [
    ...alignRow(head.map(bold), widths, aligns),
    [run(rule, { dim: true })],
    ...rowLines.flatMap((lines, index) => [
      ...(isAiry && index > 0 ? [[]] : []),
      ...lines,
      ...below(index),
    ]),
  ]
}

/** Returns widths that fit; undefined if a column would be too narrow for its words. */
function columnWidths(rows: readonly (readonly Line[])[], room: number): number[] | undefined {
  const [head = []] = rows
  if (room < head.length) return undefined
  const natural = head.map((_, column) => largest(rows, column, Infinity))
  const widths = fitColumns(natural, room)
  const fits = widths.every(
    (width, column) =>
      width === natural[column] || (width >= NARROWEST_COLUMN && width >= largest(rows, column, 1)),
  )
  return fits ? widths : undefined
}

/** Returns the widest line of a column after wrapping its cells. */
function largest(rows: readonly (readonly Line[])[], column: number, width: number): number {
  return rows.reduce(
    (most, row) =>
      wrapRuns(row[column] ?? [], width).reduce(
        (wide, line) => Math.max(wide, widthOf(line)),
        most,
      ),
    0,
  )
}

/** Keeps narrow columns at their width and divides the rest among the others. */
function fitColumns(natural: readonly number[], room: number): number[] {
  const widths = [...natural]
  let left = room
  let open = natural
    .map((_, column) => column)
    .sort((a, b) => (natural[a] ?? 0) - (natural[b] ?? 0))
  while (open.length > 0) {
    const [column = 0, ...wider] = open
    const share = Math.max(Math.floor(left / open.length), 1)
    widths[column] = Math.min(natural[column] ?? 0, share)
    left -= widths[column]
    open = wider
  }
  return widths
}

function alignRow(
  row: readonly Line[],
  widths: readonly number[],
  aligns: readonly Align[],
): Line[] {
  const cells = widths.map((width, column) => wrapRuns(row[column] ?? [], width))
  const height = Math.max(...cells.map(lines => lines.length), 1)
  return Array.from({ length: height }, (_, index) =>
    trimLine(
      widths.flatMap((width, column) => {
        const line = cells[column]?.[index] ?? []
        const spare = width - widthOf(line)
        const before = { left: 0, center: Math.floor(spare / 2), right: spare }[
          aligns[column] ?? 'left'
        ]
        const gap = column === 0 ? 0 : GAP
        return [spaces(gap + before), ...line, spaces(spare - before)]
      }),
    ),
  )
}

function rowBlock(
  head: readonly Line[],
  row: readonly Line[],
  width: number,
  isNext: boolean,
): Line[] {
  const lines = row.flatMap((cell, column) => {
    if (cell.length === 0) return []
    const title = head[column] ?? []
    const label = title.length === 0 ? [] : [...bold(title), run(': ')]
    const [first = [], ...rest] = wrapRuns([...label, ...cell], width - GAP)
    return [first, ...indented(rest)]
  })
  return isNext ? [[], ...lines] : lines
}

const bold = (line: Line): Line =>
  line.map(each => ({ ...each, style: { ...each.style, bold: true } }))

const indented = (lines: readonly Line[]): Line[] => lines.map(line => [spaces(GAP), ...line])

const spaces = (count: number): Run => run(' '.repeat(count))

/** Removes trailing spaces. */
function trimLine(line: Line): Line {
  const end = line.findLastIndex(({ text }) => text.trim() !== '')
  return line.slice(0, end + 1)
}
