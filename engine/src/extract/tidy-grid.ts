/** One cell of a table; a cell that spans several places of the grid is the same object in each. */
export interface GridCell {
  readonly text: string
}

export type Grid = readonly (readonly GridCell[])[]

const BEFORE_NUMBER = /^[$€£¥₹(]{0,3}$/
const AFTER_NUMBER = /^[)%*]{0,3}$/
export const EMPTY_CELL: GridCell = { text: '' }

/**
 * The rows of a table as people read it. Pages and filings put currency signs, closing parentheses
 * and white space into columns of their own: they join the column of the number they belong to.
 */
export function tidyGrid(grid: Grid): string[][] {
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 0)
  const columns = Array.from({ length: width }, (_, at) => grid.map(row => row[at] ?? EMPTY_CELL))
  const merged: (readonly GridCell[])[] = []
  for (const column of columns) {
    const left = merged.at(-1)
    if (left && joins(left, column)) merged[merged.length - 1] = mergeColumns(left, column)
    else merged.push(column)
  }
  return grid
    .map((_, row) => writeRow(merged.map(column => column[row] ?? EMPTY_CELL)))
    .filter(row => row.some(cell => cell !== ''))
}

function joins(left: readonly GridCell[], right: readonly GridCell[]): boolean {
  const isBefore = left.every((cell, row) => cell === right[row] || BEFORE_NUMBER.test(cell.text))
  const isAfter = right.every((cell, row) => cell === left[row] || AFTER_NUMBER.test(cell.text))
  return isBefore || isAfter
}

function mergeColumns(left: readonly GridCell[], right: readonly GridCell[]): GridCell[] {
  return left.map((cell, row) => {
    const other = right[row] ?? EMPTY_CELL
    if (cell === other || other.text === '') return cell
    return cell.text === '' ? other : { text: cell.text + other.text }
  })
}

/** Writes a cell as wide as the table once: it is a heading inside it. */
function writeRow(row: readonly GridCell[]): string[] {
  const [first] = row
  const isBanner = row.every(cell => cell === first)
  return row.map((cell, at) => (isBanner && at > 0 ? '' : cell.text))
}
