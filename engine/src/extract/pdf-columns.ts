import { joinCells, type PdfCell, type PdfLine, tidyCell } from './pdf-lines.ts'

/** From the left end of its leftmost cell to the right end of its rightmost one. */
export interface Column {
  left: number
  right: number
}

/** In parts of the size of the letters: narrower than what parts cells, wider than between words. */
const NARROW_GAP = 0.6
/** How far from its column's left end a cell may begin that stands close to the one before it. */
const SAME_LEFT = 0.2

export function findColumns(rows: readonly PdfLine[]): Column[] {
  const cells = rows.flatMap(row => row.cells).sort((one, other) => one.left - other.left)
  const columns: Column[] = []
  for (const { left, right } of cells) {
    const last = columns.at(-1)
    if (last && left < last.right) last.right = Math.max(last.right, right)
    else columns.push({ left, right })
  }
  return columns
}

export function isAligned(cells: readonly PdfCell[], columns: readonly Column[]): boolean {
  const places = cells.map(cell => placesOf(cell, columns)[0])
  return new Set(places).size === cells.length
}

/** The columns that a cell lies over, or the nearest one. */
export function placesOf({ left, right }: PdfCell, columns: readonly Column[]): number[] {
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

/**
 * The cells of a row of these columns. Cells that stand so close that they passed for one, as the
 * titles of narrow columns do, are taken apart again if that puts each into a column of its own.
 */
export function cellsIn(line: PdfLine, columns: readonly Column[]): readonly PdfCell[] {
  const { cells, pieces, size } = line
  if (cells.every(cell => placesOf(cell, columns).length === 1)) return cells
  // In a line of many pieces, words begin everywhere, and so by chance where a column does.
  const mayTouch = pieces.length <= columns.length
  const apart: PdfCell[] = []
  for (const piece of pieces) {
    const last = apart.at(-1)
    const isApart =
      last &&
      (piece.left - last.right > NARROW_GAP * size ||
        (mayTouch && columns.some(({ left }) => Math.abs(left - piece.left) < SAME_LEFT * size)))
    if (last && !isApart) apart[apart.length - 1] = joinCells(last, piece, size)
    else apart.push(piece)
  }
  return apart.length > cells.length && isAligned(apart, columns) ? apart.map(tidyCell) : cells
}
