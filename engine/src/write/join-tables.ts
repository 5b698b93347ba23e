import type { ComparisonTable } from '../evidence/statement.ts'
import { capital } from '../text/say.ts'

type Row = ComparisonTable['rows'][number]

const YEAR = /^(?:Fiscal )?\d{4}\b/
const YEAR_END = / \((?<end>fiscal years to late [^()]*)\)/

/** A note on a row that may be in another table without it. */
const ADJUSTED = / \((?:adjusted for|should be) [^()]*\)|; not comparable: .*$/

/** A single value needs no table. */
const LEAST = 3
/** From so many years on, a table of fewer would leave most of their cells empty. */
const MANY_YEARS = 12
const LEAST_SHARE = 1 / 3

/**
 * Joins tables of the same subjects, and those of years. A row of subjects that the table of years has is left out.
 */
export function joinTables(tables: readonly ComparisonTable[]): ComparisonTable[] {
  const kinds: ComparisonTable[][] = []
  for (const table of tables.toSorted((a, b) => b.columns.length - a.columns.length)) {
    const kind = kinds.find(([first]) => first && isPart(table, first))
    if (kind) kind.push(table)
    else kinds.push([table])
  }
  const inOrder = kinds.map(same => join(tables.filter(one => same.includes(one))))
  const byYear = inOrder.filter(areYears)
  const others = inOrder
    .filter(one => !areYears(one))
    .flatMap(one => withoutRows(one, byYear) ?? [])
  return [...others, ...byYear]
    .filter(({ columns, rows }) => columns.length + rows.length > LEAST)
    .map(withEndsOnce)
    .map(withoutOwner)
}

export function areYears({ columns }: Pick<ComparisonTable, 'columns'>): boolean {
  return columns.length > 1 && columns.slice(1).every(column => YEAR.test(column))
}

/** Fiscal years and calendar years stay apart. */
function isPart(one: ComparisonTable, other: ComparisonTable): boolean {
  const kindOf = ({ columns: [, first = ''] }: ComparisonTable) => first.replace(/\d.*/s, '')
  const [few, many] = [one.columns.length, other.columns.length]
  const isFull = many <= MANY_YEARS || few >= many * LEAST_SHARE
  if (areYears(one)) return areYears(other) && kindOf(one) === kindOf(other) && isFull
  // The other subjects would have hardly a value.
  if (few < many && one.rows.length > other.rows.length) return false
  return one.columns.every(column => other.columns.includes(column))
}

/** All columns and rows, each once. */
function join(tables: readonly ComparisonTable[]): ComparisonTable {
  const [first = { columns: [], rows: [] }] = tables
  const all = new Set(tables.flatMap(({ columns }) => columns.slice(1)))
  const columns = areYears(first) ? [...all].toSorted() : [...all]
  const rows = tables.flatMap(table =>
    table.rows.map(({ label, cells }) => ({
      label,
      cells: columns.map(column => cells[table.columns.indexOf(column) - 1]),
    })),
  )
  const joined = [...Map.groupBy(rows, ({ label }) => label.replace(ADJUSTED, '')).values()].map(
    same => ({
      // The row that tells of a share split has more years than the other.
      label: same.find(({ label }) => ADJUSTED.test(label))?.label ?? same[0]?.label ?? '',
      cells: columns.map((_, at) => same.map(({ cells }) => cells[at]).find(Boolean)),
    }),
  )
  return { columns: [first.columns[0] ?? '', ...columns], rows: joined }
}

/** A table without the rows whose values other tables have; undefined if none is left. */
export function withoutRows(
  { columns, rows }: ComparisonTable,
  others: readonly ComparisonTable[],
): ComparisonTable | undefined {
  const shown = others.flatMap(one => one.rows)
  const rest = rows.filter(row => !isShown(row, shown))
  const hasCell = (_: unknown, at: number) => rest.some(({ cells }) => cells[at])
  const left = {
    columns: columns.filter((one, at) => at === 0 || hasCell(one, at - 1)),
    rows: rest,
  }
  return rest.length > 0
    ? { ...left, rows: rest.map(row => ({ ...row, cells: row.cells.filter(hasCell) })) }
    : undefined
}

function isShown({ label, cells }: Row, shown: readonly Row[]): boolean {
  const isNamed = (row: Row) => row.label.toLowerCase().includes(label.toLowerCase())
  const values = new Set(shown.filter(isNamed).flatMap(row => row.cells.flatMap(bare)))
  return cells.flatMap(bare).every(value => values.has(value))
}

/** The value of a cell without its date, in whole millions. */
function bare(cell: Row['cells'][number]): string[] {
  const rounded = (digits: string) => Math.round(Number(digits.replaceAll(',', '')))
  const text = cell?.text.replace(/[\d,]+\.\d+(?= million)/, one =>
    rounded(one).toLocaleString('en'),
  )
  return text === undefined ? [] : [text.replace(/ \([^()]*\d{4}\)$/, '')]
}

/** Says when fiscal years end once: above rows that all have the same end, or else in the first row of each company. */
function withEndsOnce({ columns: [corner = '', ...columns], rows }: ComparisonTable) {
  const ends = new Set(rows.map(({ label }) => YEAR_END.exec(label)?.groups?.['end']))
  const [end] = ends
  const isOne = ends.size === 1 && end !== undefined
  const told = new Set<string>()
  const named = rows.map(({ label, cells }) => {
    const [owner = ''] = label.split(': ')
    const isTold = isOne || told.has(owner)
    told.add(owner)
    return { label: isTold ? label.replace(YEAR_END, '') : label, cells }
  })
  return { columns: [isOne && corner === '' ? capital(end) : corner, ...columns], rows: named }
}

/** Rows of a single subject need not name it. */
function withoutOwner({ columns, rows }: ComparisonTable): ComparisonTable {
  const owners = new Set(rows.map(({ label }) => /^[^:]+: /.exec(label)?.[0] ?? ''))
  const [owner = ''] = owners
  const nameRow = ({ label, cells }: Row) => ({ label: capital(label.slice(owner.length)), cells })
  return owners.size === 1 && owner !== ''
    ? { columns, rows: rows.map(nameRow) }
    : { columns, rows }
}
