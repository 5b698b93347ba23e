import stringWidth from 'string-width'
import { cleanLine } from './clean-text.ts'
import { GAP, layOutTable } from './lay-out-table.ts'
import { paintLine, run } from './styled-text.ts'
import type { Look } from './terminal.ts'

export interface TableColumn<Row> {
  readonly title: string
  /** Numbers are aligned to the right by default. */
  readonly value: (row: Row) => string | number
  readonly align?: 'left' | 'right'
}

export interface Table<Row> {
  readonly columns: readonly TableColumn<Row>[]
  /** Extra lines below each row. */
  readonly below?: (row: Row) => readonly string[]
}

/** Renders a table, or one block per row if the columns do not fit the width. */
export function renderTable<Row>(
  look: Look,
  rows: readonly Row[],
  { columns, below = () => [] }: Table<Row>,
): string {
  const cells = rows.map(row => columns.map(({ value }) => value(row)))
  const table = {
    head: columns.map(({ title }) => [run(title)]),
    rows: cells.map(row => row.map(cell => [run(cleanLine(String(cell)))])),
    notes: rows.map(row => below(row).map(note => [run(cleanLine(note), { dim: true })])),
    aligns: columns.map(({ align }, column) => align ?? alignOf(cells.map(row => row[column]))),
  }
  return layOutTable(table, look.columns)
    .map(line => `${paintLine(look, line)}\n`)
    .join('')
}

/** Picks the first layout whose rows fit on one line, or else the last. */
export function fitTable<Row>(
  { columns: width }: Look,
  rows: readonly Row[],
  [widest, ...narrower]: readonly [Table<Row>, ...Table<Row>[]],
): Table<Row> {
  const fits = ({ columns }: Table<Row>) =>
    columns.reduce((sum, column) => sum + GAP + columnWidth(column, rows), -GAP) <= width
  return narrower.reduce((chosen, next) => (fits(chosen) ? chosen : next), widest)
}

function columnWidth<Row>({ title, value }: TableColumn<Row>, rows: readonly Row[]): number {
  return rows.reduce(
    (most, row) => Math.max(most, stringWidth(cleanLine(String(value(row))))),
    stringWidth(title),
  )
}

function alignOf(cells: readonly unknown[]): 'left' | 'right' {
  return cells.length > 0 && cells.every(cell => typeof cell === 'number') ? 'right' : 'left'
}
