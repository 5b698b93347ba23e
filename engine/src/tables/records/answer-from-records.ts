import { words } from '../../text/words.ts'
import { calculate, choose, count, largerFirst } from '../calculate.ts'
import type { TableQuestion } from '../read-question.ts'
import { timeOf } from '../series.ts'
import { measured, quoted, type TableAnswer, type TableCell } from '../table.ts'
import { atTime, type RecordQuestion, readRecordQuestion } from './record-question.ts'
import type { RecordColumn, RecordTable, TableRecord } from './record-table.ts'

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
  const read = tables
    .map(table => readRecordQuestion(table, intent))
    .filter(({ trust, dated = [] }) => trust >= LEAST_TRUST && dated.length > 0)
    .toSorted((a, b) => b.trust - a.trust || b.table.rank - a.table.rank)
  for (const question of read) {
    const answer = solve(question)
    if (answer) return answer
  }
  return undefined
}

function solve(question: RecordQuestion): TableAnswer | undefined {
  const { operation, comparison } = question.intent
  if (operation === 'difference' || operation === 'percent-change') return change(question)
  // All records are needed below, so none may be missing.
  const whole = question.table.isWhole ? question : undefined
  if (operation === 'sum' || operation === 'average') return whole && aggregate(whole)
  if (operation === 'count') return whole && (comparison ? countChosen(whole) : countRecords(whole))
  if (comparison) return whole && chosen(whole)
  const isLookup = operation === 'lookup' || operation === 'list-items' || operation === 'explain'
  return isLookup
    ? (lookUp(question) ?? (whole && (countRecords(whole) ?? list(whole))))
    : undefined
}

/** Returns the cells of the records that a question selects; their total if they add up. */
function lookUp(question: RecordQuestion): TableAnswer | undefined {
  const { intent, table, picked, column, dated = [], trust } = question
  const isUnselected = picked.size === 0 && !table.isDated && table.records.length > 1
  if (!column || isUnselected || UNANSWERED.test(intent.text)) return undefined
  // The last year stands for now; the last day or month is only a part of a year.
  const isPart =
    column.adds === 'always' && dated.every(({ period }) => period?.part ?? period?.month)
  const isTimeless = intent.periods.length === 0 && table.isDated && !isPart
  const records = isTimeless ? latest(dated) : dated
  const cells = cellsOf(records, column)
  const [first] = cells
  if (!first) return undefined
  const isOne = cells.every(({ text }) => text === first.text)
  if (cells.length > 1 && intent.periods.length < 2 && adds(column, records))
    return table.isWhole ? calculated(question, numbersOf(records, column), 'sum') : undefined
  if (cells.length > MOST_VALUES && !isOne) return undefined
  const isSeveral = !isOne && intent.periods.length < 2
  return quoted(isOne ? [first] : cells, {
    ...measured(first),
    among: amongOf(question, records.slice(0, 1)),
    confidence: trust * (isSeveral ? SEVERAL_TRUST : 1),
  })
}

/** Lists the names of the records that a value selects, such as those of a city. */
function list({ intent, table, picked, dated = [], trust }: RecordQuestion) {
  const [key] = table.keys
  if (!key || picked.size === 0 || picked.has(key) || !WHICH.test(intent.text)) return undefined
  const values = cellsOf(dated, key)
  const inputs = [...values, ...selecting(picked, dated)]
  return values.length > 0
    ? quoted(values, { inputs, confidence: trust * SEVERAL_TRUST })
    : undefined
}

/** Counts the records, if the counted noun is what their title or the header of their names says. */
function countRecords({ intent, table, column, picked, dated = [], trust }: RecordQuestion) {
  const kind = HOW_MANY.exec(intent.text)?.groups?.['kind']
  const [key] = table.keys
  if (kind === undefined || column?.kind === 'measure' || !key || table.isDated) return undefined
  const known = `${table.about} ${table.keys.map(({ header }) => header.text).join(' ')}`
  const stems = new Set(words(`${known} rows records entries items`).map(({ stem }) => stem))
  const named = words(kind).slice(0, 2)
  if (!named.some(({ stem }) => stems.has(stem))) return undefined
  const values = cellsOf(dated, key)
  const inputs = [...values, ...selecting(picked, dated)]
  return count(quoted(values, { inputs, confidence: trust }))
}

function countChosen(question: RecordQuestion): TableAnswer | undefined {
  const answer = chosen(question)
  return answer && answer.number === undefined ? count(answer) : undefined
}

/** Calculates the sum or average of the records that a question selects. */
function aggregate(question: RecordQuestion): TableAnswer | undefined {
  const { intent, table, column, dated = [], trust } = question
  if (column?.kind !== 'measure') return undefined
  const isSum = intent.operation === 'sum'
  // Counts do not add up from year to year: the last count is the total.
  const isCount = isSum && intent.periods.length === 0 && column.adds !== 'always' && table.isDated
  const cells = numbersOf(isCount ? latest(dated) : dated, column)
  const [first] = cells
  if (first && cells.length === 1) return quoted([first], { ...measured(first), confidence: trust })
  return calculated(question, cells, isSum ? 'sum' : 'average')
}

/** Calculates how much two records differ, at two times or of two names; the later one comes first. */
function change(question: RecordQuestion): TableAnswer | undefined {
  const { intent, records, table, picked, column, dated = [] } = question
  const [from, to] = [intent.periods[0], intent.periods.at(-1)]
  const areNames = [...picked.values()].some(values => values.length === 2)
  const isOverTime = table.isDated && from !== undefined && (from !== to || !areNames)
  const now = areNames && table.isDated && !from ? latest(dated) : dated
  const sides = !isOverTime
    ? now
    : from !== to && to
      ? [atTime(records, from), atTime(records, to)]
          .flat()
          .toSorted((a, b) => timeOf(b) - timeOf(a))
      : [...now, ...latest(records.filter(record => now[0] && timeOf(record) < timeOf(now[0])))]
  if (sides.length !== 2 || column?.kind !== 'measure' || !(isOverTime || areNames))
    return undefined
  const kind = intent.operation === 'percent-change' ? 'percent-change' : 'difference'
  const cells = numbersOf(sides, column)
  const isApart = !isOverTime && kind === 'difference'
  return calculated(question, isApart ? largerFirst(cells) : cells, kind)
}

/** Finds the names or times that were largest, smallest, above or below something, with their figures. */
function chosen(question: RecordQuestion): TableAnswer | undefined {
  const { intent, table, column, dated = [], trust } = question
  const { comparison, operation } = intent
  if (!comparison || column?.kind !== 'measure') return undefined
  const isNow =
    operation === 'which-item' && intent.periods.length === 0 && column.adds !== 'always'
  const compared = isNow && table.isDated && table.keys.length > 0 ? latest(dated) : dated
  const groups = groupsOf(question, compared).map(({ name, records }) => ({
    name,
    records,
    cells: numbersOf(records, column),
  }))
  const isGrouped = groups.some(({ cells }) => cells.length > 1)
  if (isGrouped && !groups.every(({ records }) => adds(column, records))) return undefined
  const candidates = groups.flatMap(group => {
    const [cell] = group.cells
    const total = isGrouped ? calculated(question, group.cells, 'sum')?.number : undefined
    const value = total ?? cell?.number?.value ?? 0
    return cell ? [{ ...group, cell, value, scale: column.scale }] : []
  })
  const found = choose(comparison, candidates)
  const [first] = found
  if (!first) return undefined
  if (isGrouped) {
    const total = comparison.threshold === undefined && calculated(question, first.cells, 'sum')
    return total ? { ...total, among: [first.name] } : undefined
  }
  const figures = found.map(({ cell }) => cell)
  const isNamed = operation !== 'lookup' && operation !== 'list-items' && operation !== 'explain'
  return quoted(isNamed ? found.map(({ name }) => name) : figures, {
    ...measured(first.cell),
    ...(isNamed && { scale: '' }),
    inputs: candidates.map(({ cell }) => cell),
    figures,
    confidence: trust,
  })
}

/** Groups records by the column after "which", or by their name or time. */
function groupsOf({ intent, table }: RecordQuestion, records: readonly TableRecord[]) {
  const [{ stem } = { stem: '' }] = words(WHICH.exec(intent.text)?.groups?.['kind'] ?? '')
  const { name: names = [], time: times = [] } = Object.groupBy(table.columns, ({ kind }) => kind)
  const asked = [...names, ...times].find(({ stems }) => stems.includes(stem))
  const usual = intent.operation === 'which-period' ? times[0] : (table.keys[0] ?? times[0])
  const { index } = asked ?? usual ?? { index: -1 }
  const groups = Map.groupBy(records, ({ cells }) => cells[index]?.text ?? '')
  return [...groups.values()].flatMap(own => {
    const name = own[0]?.cells[index]
    return name ? [{ name, records: own }] : []
  })
}

function calculated(
  question: RecordQuestion,
  cells: readonly TableCell[],
  kind: Parameters<typeof calculate>[0],
): TableAnswer | undefined {
  const { column, table, trust } = question
  if (!column) return undefined
  const own = new Set(cells)
  const used = table.records.filter(record => record.cells.some(cell => cell && own.has(cell)))
  const among = amongOf(question, used)
  const isPercent = kind === 'percent-change'
  return calculate(kind, cells, {
    scale: isPercent || cells[0]?.number?.isPercent ? 'percent' : column.scale,
    ...(column.unit && !isPercent && { unit: column.unit }),
    ...(among.length > 0 && { among }),
    confidence: trust,
  })
}

/** The values that selected records and are not part of their names, each once. */
function amongOf({ table, picked }: RecordQuestion, records: readonly TableRecord[]): TableCell[] {
  const others = new Map([...picked].filter(([column]) => !table.keys.includes(column)))
  const cells = selecting(others, records).toReversed()
  return [...new Map(cells.map(cell => [cell.text, cell])).values()].toReversed()
}

function selecting(picked: RecordQuestion['picked'], records: readonly TableRecord[]): TableCell[] {
  return [...picked.keys()].flatMap(column => cellsOf(records, column))
}

function adds({ kind, adds: how }: RecordColumn, records: readonly TableRecord[]): boolean {
  const areOfOneTime = new Set(records.map(timeOf)).size <= 1
  return kind === 'measure' && (how === 'always' || (how === 'at one time' && areOfOneTime))
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
