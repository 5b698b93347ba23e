import type { ComparisonTable } from '../evidence/statement.ts'

export interface NamedTable {
  readonly heading: string
  readonly table: ComparisonTable
}

type Row = ComparisonTable['rows'][number]

const YEAR = /^(?:Fiscal )?\d{4}\b/

/**
 * Joins the tables of the same subjects, and those of years, to one each. A row of subjects that the table of
 * years has is left out.
 */
export function joinTables(tables: readonly NamedTable[], figures: string): NamedTable[] {
  const joined = [...Map.groupBy(tables, ({ table }) => kindOf(table)).values()].map(same => {
    const headings = [...new Set(same.map(({ heading }) => heading))]
    const table = join(same.map(one => one.table))
    const years = areYears(table) ? `, ${table.columns[1]}–${table.columns.at(-1)}` : ''
    return { heading: headings.length > 1 ? `${figures}${years}` : (headings[0] ?? ''), table }
  })
  const byYear = joined.filter(one => areYears(one.table))
  const others = joined.flatMap(({ heading, table }) => {
    if (areYears(table)) return []
    const rest = withoutRows(
      table,
      byYear.map(one => one.table),
    )
    return rest ? [{ heading, table: rest }] : []
  })
  return [...others, ...byYear]
}

function areYears({ columns }: ComparisonTable): boolean {
  return columns.length > 1 && columns.slice(1).every(column => YEAR.test(column))
}

/** Fiscal years and calendar years stay apart. */
function kindOf(table: ComparisonTable): string {
  const [, first = ''] = table.columns
  return areYears(table) ? first.replace(/\d.*/s, 'years') : table.columns.toSorted().join('|')
}

/** All columns and rows, each once. */
function join(tables: readonly ComparisonTable[]): ComparisonTable {
  const [first = { columns: [], rows: [] }] = tables
  const all = [...new Set(tables.flatMap(({ columns }) => columns.slice(1)))]
  const columns = areYears(first) ? all.toSorted() : all
  const rows = tables.flatMap(table =>
    table.rows.map(({ label, cells }) => ({
      label,
      cells: columns.map(column => cells[table.columns.indexOf(column) - 1]),
    })),
  )
  const joined = [...Map.groupBy(rows, ({ label }) => label)].map(([label, same]) => ({
    label,
    cells: columns.map((_, at) => same.map(({ cells }) => cells[at]).find(Boolean)),
  }))
  return { columns: [first.columns[0] ?? '', ...columns], rows: joined }
}

/** A table without the rows whose values other tables have; undefined if none is left. */
export function withoutRows(
  { columns, rows }: ComparisonTable,
  others: readonly ComparisonTable[],
): ComparisonTable | undefined {
  const shown = others.flatMap(one => one.rows)
  const rest = rows.filter(row => !isShown(row, shown))
  return rest.length > 0 ? { columns, rows: rest } : undefined
}

function isShown({ label, cells }: Row, shown: readonly Row[]): boolean {
  const isNamed = (row: Row) => row.label.toLowerCase().includes(label.toLowerCase())
  const values = new Set(shown.filter(isNamed).flatMap(row => row.cells.flatMap(bare)))
  return cells.flatMap(bare).every(value => values.has(value))
}

/** The value of a cell without its date. */
function bare(cell: Row['cells'][number]): string[] {
  return cell ? [cell.text.replace(/ \([^()]*\d{4}\)$/, '')] : []
}
