import { EMPTY_CELL, type GridCell, tidyGrid } from '../tidy-grid.ts'
import { joinCells, type PdfCell, type PdfLine, rightOf, tidyCell } from './pdf-lines.ts'

/** In units of the letter size: lines further apart are not rows of one table. */
const ROW_GAP = 3.5
/** The first row may be this far from the rest if it has the column titles. */
const TITLE_GAP = 5
const SAME_SIZE = 1.1
const FEWEST_ROWS = 3
/** A longer line is prose and no second label. */
const LONGEST_LABEL = 70
const MOST_LABELS = 3
/** Lines of labels that end before the figures: a label, such as that of the stock, may take many. */
const MOST_BESIDE_FIGURES = 8
/** A share of the usual distance of rows: the lines of one label are closer. */
const CLOSE = 0.9
/** A label does not end with these. */
const OPEN_END = /(?:,|\s(?:and|at|before|by|for|from|in|of|on|or|per|than|the|to|with))$/i
/** Two rows are a table only if they are complete and at least this wide. */
const SHORT = { rows: 2, columns: 3 }
/** The share of rows that must have one cell per column. */
const LEAST_ALIGNED = 0.8
/** Two columns with longer cells on average are prose side by side. */
const PROSE_CHARACTERS = 35
/** In units of the letter size: narrower than between cells, wider than between words. */
const NARROW_GAP = 0.6
/** The largest distance from its column's left end for a cell close to the one before it. */
const SAME_LEFT = 0.2

/** Returns the end of the lines from `start` on that could be a table: most have a gap in them. */
export function tableEnd(lines: readonly PdfLine[], start: number): number {
  let end = start
  let labels = 0
  let figures = Number.NEGATIVE_INFINITY
  for (let at = start; at < lines.length; at += 1) {
    const line = lines[at]
    const before = lines[at - 1]
    if (!line) break
    const gap = at === start + 1 && before && before.cells.length > 1 ? TITLE_GAP : ROW_GAP
    if (at > start && before && Math.abs(before.y - line.y) > gap * line.size) break
    labels = line.cells.length > 1 ? 0 : labels + 1
    if (labels === 0) {
      end = at + 1
      figures = line.cells[1]?.left ?? figures
    }
    // A few labels may be above or between rows: "ASSETS", then "Current assets:".
    else if (at > start && labels > mostLabels(line, figures)) break
  }
  return end
}

function mostLabels(line: PdfLine, figures: number): number {
  if (rightOf(line) < figures) return MOST_BESIDE_FIGURES
  return isShort(line) ? MOST_LABELS : 1
}

function isShort({ cells }: PdfLine): boolean {
  const { text = '' } = cells[0] ?? {}
  return text.length <= LONGEST_LABEL && !text.endsWith('.')
}

/** Returns the rows of a table if the gaps of the lines form columns, or undefined. */
export function pdfTable(lines: readonly PdfLine[]): string[][] | undefined {
  const rows = lines.filter(({ cells }) => cells.length > 1)
  const widths = rows.map(({ cells }) => cells.length).sort((one, other) => other - one)
  // The second widest row decides, because a single one may be odd.
  const width = widths[1] ?? 0
  const isShort = rows.length < FEWEST_ROWS
  if (isShort && (rows.length < SHORT.rows || width < SHORT.columns)) return undefined
  const columns = findColumns(rows.filter(({ cells }) => cells.length >= width))
  if (columns.length < 2 || columns.length < width) return undefined
  const [first] = lines
  if (first && first.cells.length < 2 && !isTitles(first, lines[1], columns)) return undefined
  const aligned = rows.filter(({ cells }) => isAligned(cells, columns))
  if (aligned.length < rows.length * (isShort ? 1 : LEAST_ALIGNED)) return undefined
  if (columns.length === 2 && isProse(rows)) return undefined
  const joined = joinLabels(
    lines.map(line => ({ y: line.y, cells: cellsIn(line, columns) })),
    columns,
  )
  return tidyGrid(joined.map(cells => toRow(cells, columns)))
}

type Row = Pick<PdfLine, 'cells' | 'y'>

/** Joins labels that take several lines. The figures are beside the last one, or beside the first. */
function joinLabels(rows: readonly Row[], columns: readonly Column[]): (readonly PdfCell[])[] {
  const usual = usualDistance(rows)
  const joined: (readonly PdfCell[])[] = []
  for (const [at, { cells, y }] of rows.entries()) {
    const above = splitLabel(joined.at(-1) ?? [], columns)
    const own = splitLabel(cells, columns)
    const isClose = (rows[at - 1]?.y ?? Number.POSITIVE_INFINITY) - y < usual * CLOSE
    const isOpen = above.label !== undefined && !above.label.text.endsWith(':')
    const isWhole = above.figures.length > 0 && own.figures.length > 0
    const goesOn = own.figures.length > 0 && above.figures.length === 0 && continues(above, own)
    if (above.label && isOpen && !isWhole && ((own.label && isClose) || goesOn)) {
      const text = `${above.label.text} ${own.label?.text ?? ''}`.trim()
      joined[joined.length - 1] = [{ ...above.label, text }, ...above.figures, ...own.figures]
    } else joined.push(cells)
  }
  return joined
}

interface LabelledRow {
  readonly label?: PdfCell
  readonly figures: readonly PdfCell[]
}

function splitLabel(cells: readonly PdfCell[], columns: readonly Column[]): LabelledRow {
  const [first, ...others] = cells
  const isLabel = first && placesOf(first, columns).join() === '0'
  return isLabel ? { label: first, figures: others } : { figures: cells }
}

function continues(above: LabelledRow, { label }: LabelledRow): boolean {
  return !label || /^\p{Ll}/u.test(label.text) || OPEN_END.test(above.label?.text ?? '')
}

/** The median distance of rows with figures that follow each other; 0 if there are too few. */
function usualDistance(rows: readonly Row[]): number {
  const distances = rows
    .slice(1)
    .flatMap(({ cells, y }, at) => {
      const above = rows[at]
      return above && above.cells.length > 1 && cells.length > 1 ? [above.y - y] : []
    })
    .toSorted((one, other) => one - other)
  return distances.length < FEWEST_ROWS ? 0 : (distances[distances.length >> 1] ?? 0)
}

/** Returns whether a line without a gap has titles for the columns below, or for the second of two. */
function isTitles(line: PdfLine, next: PdfLine | undefined, columns: readonly Column[]): boolean {
  const cells = cellsIn(line, columns)
  if (cells.length > 1) return cells.length >= columns.length - 1
  // A heading above the table is printed larger.
  if (columns.length !== 2 || !next || line.size > next.size * SAME_SIZE) return false
  const places = cells.flatMap(cell => placesOf(cell, columns))
  return places.length === 1 && places[0] === 1
}

function toRow(cells: readonly PdfCell[], columns: readonly Column[]): GridCell[] {
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

/** From the left end of its leftmost cell to the right end of its rightmost one. */
interface Column {
  left: number
  right: number
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

/** Returns the columns that a cell overlaps, or the nearest one. */
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

/**
 * The cells of a row of these columns. Cells that stand so close that they passed for one, as the
 * titles of narrow columns do, are taken apart again if that puts each into a column of its own.
 */
function cellsIn(line: PdfLine, columns: readonly Column[]): readonly PdfCell[] {
  const { cells, pieces, size } = line
  if (cells.every(cell => placesOf(cell, columns).length === 1)) return cells
  // In a line of many pieces, words begin everywhere, also where a column does.
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
