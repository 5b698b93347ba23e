import { cleanLine } from './clean-text.ts'
import { layOutTable } from './lay-out-table.ts'
import { paintLine, run } from './styled-text.ts'
import type { Look } from './terminal.ts'

export interface TableColumn<Row> {
  readonly title: string
  /** Numbers are aligned to the right; so are texts where `align` says so. */
  readonly value: (row: Row) => string | number
  readonly align?: 'left' | 'right'
}

/** Rows below their titles; where they do not fit the width, one block for each row. */
export function renderTable<Row>(
  look: Look,
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
): string {
  const cells = rows.map(row => columns.map(({ value }) => value(row)))
  const table = {
    head: columns.map(({ title }) => [run(title)]),
    rows: cells.map(row => row.map(cell => [run(cleanLine(String(cell)))])),
    aligns: columns.map(({ align }, column) => align ?? alignOf(cells.map(row => row[column]))),
  }
  return layOutTable(table, look.columns)
    .map(line => `${paintLine(look, line)}\n`)
    .join('')
}

function alignOf(cells: readonly unknown[]): 'left' | 'right' {
  return cells.length > 0 && cells.every(cell => typeof cell === 'number') ? 'right' : 'left'
}
