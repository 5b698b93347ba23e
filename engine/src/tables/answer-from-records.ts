import { words } from '../text/words.ts'
import { calculate, choose, count, largerFirst } from './calculate.ts'
import type { TableQuestion } from './read-question.ts'
import { type Query, readQuery, stemsOf } from './record-query.ts'
import type { RecordColumn, RecordTable, TableRecord } from './record-table.ts'
import { timeOf } from './series.ts'
import { quoteCells, quoted, type TableAnswer, type TableCell } from './table.ts'

const LEAST_TRUST = 0.3
const SEVERAL_TRUST = 0.9
const MOST_VALUES = 6
const UNANSWERED = /^\W*(?:why|where|how (?!many|much|long|large|big|high|low|old|tall|far))\b/i
const HOW_MANY = /\bhow many\s+(?<kind>[^?]{2,60})/i
const WHICH = /\b(?:which|what)\s+(?<kind>[\p{L}]+)/iu

/** The answer of the table that explains the question best. */
export function answerFromRecords(
  tables: readonly RecordTable[],
  intent: TableQuestion,
): TableAnswer | undefined {
  const queries = tables
    .map(table => readQuery(table, intent))
    .filter(({ trust, dated }) => trust >= LEAST_TRUST && dated.length > 0)
    .toSorted((a, b) => b.trust - a.trust)
  return queries.map(solve).find(answer => answer !== undefined)
}

function solve(query: Query): TableAnswer | undefined {
  const { intent, table } = query
  const { operation, comparison } = intent
  if (operation === 'difference' || operation === 'percent-change') return change(query)
  const isLookup = operation === 'lookup' || operation === 'list-items' || operation === 'explain'
  const found = isLookup && !comparison ? lookUp(query) : undefined
  // All records are needed below, so none may be missing.
  if (found || !table.isWhole) return found
  if (operation === 'sum' || operation === 'average') return aggregate(query)
  if (comparison) {
    const answer = chosen(query)
    return answer && operation === 'count' ? count(answer) : answer
  }
  return isLookup || operation === 'count' ? listed(query) : undefined
}

/** Returns the cells of the records that a question selects. */
function lookUp(query: Query): TableAnswer | undefined {
  const { intent, table, picked, column, trust } = query
  const isUnselected = picked.size === 0 && !table.isDated && table.records.length > 1
  if (!column || isUnselected || UNANSWERED.test(intent.text)) return undefined
  const cells = cellsOf(current(query), column)
  const [first] = cells
  const isOne = cells.every(({ text }) => text === first?.text)
  if (!first || (cells.length > MOST_VALUES && !isOne)) return undefined
  return quoteCells(isOne ? [first] : cells, {
    among: amongOf(query, current(query).slice(0, 1)),
    confidence: trust * (isOne || intent.periods.length > 1 ? 1 : SEVERAL_TRUST),
  })
}

/** Lists or counts the names of the selected records, such as those of a city. */
function listed(query: Query): TableAnswer | undefined {
  const { intent, table, column, picked, dated, trust } = query
  const [key] = table.keys
  if (!key) return undefined
  const kind = HOW_MANY.exec(intent.text)?.groups?.['kind']
  const names = quoted(cellsOf(dated, key), {
    among: amongOf(query, dated),
    confidence: kind === undefined ? trust * SEVERAL_TRUST : trust,
  })
  if (kind === undefined)
    return picked.size > 0 && !picked.has(key) && WHICH.test(intent.text) ? names : undefined
  // The title or the header of the names must name the counted things.
  const said = `${table.about} ${table.keys.map(({ header }) => header.text).join(' ')} rows records`
  const isNamed = words(kind)
    .slice(0, 2)
    .some(({ stem }) => stemsOf(said).has(stem))
  return isNamed && column?.kind !== 'measure' && !table.isDated ? count(names) : undefined
}

/** Calculates the sum or average of the records that a question selects. */
function aggregate(query: Query): TableAnswer | undefined {
  const { intent, column, dated, trust } = query
  if (column?.kind !== 'measure') return undefined
  const { operation } = intent
  // The last year stands for now: employees do not add up from year to year.
  const cells = numbersOf(operation === 'sum' ? current(query) : dated, column)
  if (cells.length === 1) return quoteCells(cells, { confidence: trust })
  return calculated(query, cells, operation === 'sum' ? 'sum' : 'average')
}

/** Calculates how much two records differ, at two times or of two names; the later one comes first. */
function change(query: Query): TableAnswer | undefined {
  const { intent, records, table, picked, column, dated } = query
  const areNames = [...picked.values()].some(values => values.length === 2)
  const isOverTime =
    table.isDated && intent.periods.length > 0 && (intent.periods.length > 1 || !areNames)
  if (column?.kind !== 'measure' || !(isOverTime || areNames)) return undefined
  const times = dated.map(timeOf)
  const [low, high] = [Math.min(...times), Math.max(...times)]
  const ends = dated.filter(record => timeOf(record) === low || timeOf(record) === high)
  const before = low === high ? latest(records.filter(record => timeOf(record) < low)) : []
  const sides = isOverTime
    ? [...ends, ...before].toSorted((a, b) => timeOf(b) - timeOf(a))
    : current(query)
  if (sides.length !== 2) return undefined
  const isPercent = intent.operation === 'percent-change'
  const cells = numbersOf(sides, column)
  const ordered = isOverTime || isPercent ? cells : largerFirst(cells)
  return calculated(query, ordered, isPercent ? 'percent-change' : 'difference')
}

/** Finds the names or times that were largest, smallest, above or below something, with their figures. */
function chosen(query: Query): TableAnswer | undefined {
  const { intent, table, column, dated, trust } = query
  const { comparison, operation } = intent
  if (!comparison || column?.kind !== 'measure') return undefined
  const isNow = operation === 'which-item' && table.keys.length > 0
  const naming = namingColumn(query)
  const candidates = (isNow ? current(query) : dated).flatMap(({ cells }) => {
    const [cell, name] = [cells[column.index], naming && cells[naming.index]]
    const value = cell?.number?.value
    return name && cell && value !== undefined ? [{ cell, name, value, scale: column.scale }] : []
  })
  // Nothing says whether several figures of one name add up.
  if (new Set(candidates.map(({ name }) => name.text)).size < candidates.length) return undefined
  const found = choose(comparison, candidates)
  const figures = found.map(({ cell }) => cell)
  const isNamed = operation !== 'lookup' && operation !== 'list-items' && operation !== 'explain'
  const answer = quoteCells(figures, {
    inputs: candidates.map(({ cell }) => cell),
    figures,
    confidence: trust,
  })
  return answer && isNamed
    ? { ...answer, values: found.map(({ name }) => name), scale: '' }
    : answer
}

/** The column after "which", or the one that names or dates the records. */
function namingColumn({ intent, table }: Query): RecordColumn | undefined {
  const [{ stem } = { stem: '' }] = words(WHICH.exec(intent.text)?.groups?.['kind'] ?? '')
  const times = table.columns.filter(({ kind }) => kind === 'time')
  const asked = table.columns.find(({ kind, stems }) => kind !== 'measure' && stems.includes(stem))
  const [first] = intent.operation === 'which-period' ? times : [...table.keys, ...times]
  return asked ?? first
}

function calculated(
  query: Query,
  cells: readonly TableCell[],
  kind: Parameters<typeof calculate>[0],
): TableAnswer | undefined {
  const used = query.records.filter(record =>
    record.cells.some(cell => cell && cells.includes(cell)),
  )
  return calculate(kind, cells, { among: amongOf(query, used), confidence: query.trust })
}

/** The values that selected records and are not part of their names, each once. */
function amongOf({ table, picked }: Query, records: readonly TableRecord[]): TableCell[] {
  const others = [...picked.keys()].filter(column => !table.keys.includes(column))
  const cells = others.flatMap(column => cellsOf(records, column))
  return cells.filter((cell, at) => cells.findIndex(({ text }) => text === cell.text) === at)
}

/** Without a time in the question, the last year stands for now; a month or quarter is only a part of it. */
function current({ intent, table, dated }: Query): readonly TableRecord[] {
  const isPart = dated.every(({ period }) => period?.part ?? period?.month)
  return intent.periods.length === 0 && table.isDated && !isPart ? latest(dated) : dated
}

function latest(records: readonly TableRecord[]): readonly TableRecord[] {
  const last = records.reduce((most, record) => Math.max(most, timeOf(record)), 0)
  return records.filter(record => timeOf(record) === last)
}

function cellsOf(records: readonly TableRecord[], { index }: RecordColumn): TableCell[] {
  return records.flatMap(({ cells }) => cells[index] ?? [])
}

function numbersOf(records: readonly TableRecord[], column: RecordColumn): TableCell[] {
  return cellsOf(records, column).filter(({ number }) => number !== undefined)
}
