import { ExtractError, MAX_TABLE_CELLS } from '../extraction.ts'
import { EMPTY_CELL, type GridCell, tidyGrid } from '../tidy-grid.ts'
import type { HtmlNode } from './html-node.ts'

const MOST_COLUMNS_SPANNED = 100
const MOST_ROWS_SPANNED = 1000
/** A longer cell is written once, however much it spans. */
const LONGEST_REPEATED = 200
/** A table without headers and with longer cells is layout. */
const LONGEST_CELL = 1500

export interface TableOptions {
  readonly cellText: (cell: HtmlNode) => string
  /** Counts the cells of the whole page. */
  readonly cells: { count: number }
}

/** Returns the rows of a data table, or undefined for a table used for layout. */
export function htmlTable(table: HtmlNode, options: TableOptions): string[][] | undefined {
  if (/^(?:presentation|none)$/i.test(table.getAttribute('role') ?? '')) return undefined
  if (table.querySelector('table')) return undefined
  const rows = tidyGrid(layGrid([...tableRows(table)], options))
  const width = rows[0]?.length ?? 0
  if (table.querySelector('th, caption')) return width > 0 ? rows : undefined
  const hasLongCell = rows.some(row => row.some(cell => cell.length > LONGEST_CELL))
  return width > 1 && rows.length > 1 && !hasLongCell ? rows : undefined
}

function* tableRows(table: HtmlNode): Generator<HtmlNode> {
  for (const child of table.children) {
    if (child.localName === 'tr') yield child
    else if (/^t(?:head|body|foot)$/.test(child.localName)) {
      for (const row of child.children) if (row.localName === 'tr') yield row
    }
  }
}

function layGrid(rows: readonly HtmlNode[], { cellText, cells }: TableOptions): GridCell[][] {
  const grid: GridCell[][] = rows.map(() => [])
  for (const [at, row] of rows.entries()) {
    let column = 0
    for (const element of row.children) {
      if (element.localName !== 'td' && element.localName !== 'th') continue
      while (grid[at]?.[column]) column += 1
      const cell = { text: cellText(element) }
      const across = span(element, 'colspan', MOST_COLUMNS_SPANNED)
      const down = Math.min(span(element, 'rowspan', MOST_ROWS_SPANNED), rows.length - at)
      cells.count += across * down
      if (cells.count > MAX_TABLE_CELLS) {
        throw new ExtractError(`has tables of more than ${MAX_TABLE_CELLS} cells; split it`)
      }
      for (let y = 0; y < down; y += 1) {
        for (let x = 0; x < across; x += 1) {
          const isOrigin = x === 0 && y === 0
          const isRepeated = isOrigin || cell.text.length <= LONGEST_REPEATED
          const places = grid[at + y]
          if (places) places[column + x] ??= isRepeated ? cell : EMPTY_CELL
        }
      }
      column += across
    }
  }
  // Places that no cell covers become empty cells.
  return grid.map(row => Array.from(row, cell => cell ?? EMPTY_CELL))
}

function span(cell: HtmlNode, name: string, most: number): number {
  const written = Number.parseInt(cell.getAttribute(name) ?? '1', 10)
  // A rowspan of zero reaches the end of the table.
  if (written === 0 && name === 'rowspan') return most
  return written > 0 ? Math.min(written, most) : 1
}
