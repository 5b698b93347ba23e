import type { PdfCell, PdfLine } from './pdf-lines.ts'
import { EMPTY_CELL, type GridCell, tidyGrid } from './tidy-grid.ts'

interface Column {
  left: number
  right: number
}

/** Lines further apart than this, in parts of the size of the letters, are no rows of one table. */
const ROW_GAP = 3.5
const FEWEST_ROWS = 3
/** How many of the rows must have each of their cells in a column of its own. */
const LEAST_ALIGNED = 0.8
/** Two columns whose cells say more than this on average are prose side by side. */
const PROSE_CHARACTERS = 35

/** The lines from `start` on that could be a table: most have a gap in them. Gives their end. */
export function tableEnd(lines: readonly PdfLine[], start: number): number {
  let end = start
  for (let at = start; at < lines.length; at += 1) {
    const line = lines[at]
    const before = lines[at - 1]
    if (!line) break
    if (at > start && before && Math.abs(before.y - line.y) > ROW_GAP * line.size) break
    if (line.cells.length > 1) end = at + 1
    // A label of its own line may stand between rows, but not two of them.
    else if (at === start || (before && before.cells.length < 2)) break
  }
  return end
}

/** Rows of a table if the gaps of the lines form columns, else undefined. */
export function pdfTable(lines: readonly PdfLine[]): string[][] | undefined {
  const rows = lines.filter(({ cells }) => cells.length > 1)
  if (rows.length < FEWEST_ROWS) return undefined
  const widths = rows.map(({ cells }) => cells.length).sort((one, other) => other - one)
  // The second widest row: a single odd one must not decide.
  const width = widths[1] ?? 0
  const columns = findColumns(rows.filter(({ cells }) => cells.length >= width))
  if (columns.length < 2 || columns.length < width) return undefined
  const aligned = rows.filter(({ cells }) => isAligned(cells, columns))
  if (aligned.length < rows.length * LEAST_ALIGNED) return undefined
  if (columns.length === 2 && isProse(rows)) return undefined
  return tidyGrid(lines.map(line => toRow(line, columns)))
}

function findColumns(rows: readonly PdfLine[]): Column[] {
  const cells = rows.flatMap(row => row.cells).sort((one, other) => one.left - other.left)
  const columns: Column[] = []
  for (const { left, right } of cells) {
    const last = columns.at(-1)
    if (last && left < last.right) last.right = Math.max(last.right, right)
    else columns.push({ left, right })
  }
  return columns
}

function isAligned(cells: readonly PdfCell[], columns: readonly Column[]): boolean {
  const places = cells.map(cell => placesOf(cell, columns)[0])
  return new Set(places).size === cells.length
}

/** The columns that a cell lies over, or the nearest one. */
function placesOf({ left, right }: PdfCell, columns: readonly Column[]): number[] {
  const over = columns.flatMap((column, at) =>
    left < column.right && right > column.left ? [at] : [],
  )
  if (over.length > 0) return over
  const distance = (column: Column) => Math.max(column.left - right, left - column.right)
  const nearest = columns.reduce(
    (best, column, at) => (distance(column) < distance(columns[best] ?? column) ? at : best),
    0,
  )
  return [nearest]
}

function toRow({ cells }: PdfLine, columns: readonly Column[]): GridCell[] {
  const row: GridCell[] = columns.map(() => EMPTY_CELL)
  for (const cell of cells) {
    for (const at of placesOf(cell, columns)) {
      const before = row[at]
      row[at] = before && before.text !== '' ? { text: `${before.text} ${cell.text}` } : cell
    }
  }
  return row
}

function isProse(rows: readonly PdfLine[]): boolean {
  const characters = rows.flatMap(({ cells }) => cells.slice(1).map(({ text }) => text.length))
  const sum = characters.reduce((total, count) => total + count, 0)
  return sum / characters.length > PROSE_CHARACTERS
}
