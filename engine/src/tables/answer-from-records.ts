import lists from '../../data/word-lists.json' with { type: 'json' }
import { STOP_WORDS } from '../text/stop-words.ts'
import { contentStems, type Word, words } from '../text/words.ts'
import { calculate, choose, count, largerFirst } from './calculate.ts'
import type { Period } from './labels.ts'
import { ASKING_STEMS, type TableQuestion } from './read-question.ts'
import type { RecordColumn, RecordTable, TableRecord } from './record-table.ts'
import { latestFirst, timeOf } from './series.ts'
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
  const { key } = table
  if (!key) return undefined
  const kind = HOW_MANY.exec(intent.text)?.groups?.['kind']
  const names = quoted(cellsOf(dated, key), {
    among: amongOf(query, dated),
    confidence: kind === undefined ? trust * SEVERAL_TRUST : trust,
  })
  if (kind === undefined)
    return picked.size > 0 && !picked.has(key) && WHICH.test(intent.text) ? names : undefined
  // The title or the header of the names must name the counted things.
  const said = `${table.about} ${key.header.text} rows records`
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
  const first = Math.min(...times)
  const ends = latestFirst(dated).filter(one => [first, Math.max(...times)].includes(timeOf(one)))
  // One time alone is compared with the one before it.
  const before = latest(records.filter(record => timeOf(record) < first))
  const overTime = ends.length === 1 ? [...ends, ...before] : ends
  const sides = isOverTime ? overTime : current(query)
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
  const isNow = operation === 'which-item' && table.key !== undefined
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
  const first = intent.operation === 'which-period' ? undefined : table.key
  return asked ?? first ?? times[0]
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
  const others = [...picked.keys()].filter(column => column !== table.key)
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

/** A question in terms of a table. */
interface Query {
  readonly intent: TableQuestion
  readonly table: RecordTable
  /** The column that is asked for, if one is named. */
  readonly column: RecordColumn | undefined
  /** The values that select records, by column. */
  readonly picked: ReadonlyMap<RecordColumn, readonly string[]>
  /** The records of these values, at all times. */
  readonly records: readonly TableRecord[]
  /** Of these, the ones of the times that the question names; none if one of them is missing. */
  readonly dated: readonly TableRecord[]
  /** Confidence that the question means this, from 0 to 1. */
  readonly trust: number
}

const FULL_TRUST = 0.96
/** Any word that the table does not explain may be the real subject of the question. */
const UNEXPLAINED = 0.24
const UNKNOWN_NAME = 0.4
/** Only a part of the column's header was named, or another one as well. */
const HALF_NAMED = 0.1
const EITHER = 0.3
const LEAST_NAMED = 0.5

const stemsOf = (text: string): ReadonlySet<string> => new Set(words(text).map(({ stem }) => stem))
/** Words that do not name what a question is about, besides question words. */
const LIGHT = stemsOf(lists['light words']).union(ASKING_STEMS)
const UNITS = stemsOf(lists['units in headers'])

/** Reads which column and which records of a table a question means. */
function readQuery(table: RecordTable, intent: TableQuestion): Query {
  const tokens = words(intent.text).filter(
    ({ start, end }) => !intent.periods.some(time => time.start <= start && end <= time.end),
  )
  const named = namedColumns(table, new Set(tokens.map(({ stem }) => stem)))
  const [best, second] = named
  const picked = pickValues(table, tokens, new Set(best?.column.stems))
  const asked = named.find(one => !picked.has(one.column))
  const headers = table.columns.map(({ header }) => header.text)
  const known = stemsOf([table.about, ...headers, ...[...picked.values()].flat()].join(' '))
  const open = tokens.filter(
    ({ stem, folded }) =>
      !STOP_WORDS.has(folded) &&
      Number(folded) !== intent.comparison?.threshold &&
      !known.has(stem) &&
      !LIGHT.has(stem),
  )
  const isEither = best && best.column.kind === second?.column.kind && best.share === second.share
  const doubt = open.reduce(
    (sum, { text, start }) =>
      sum + (start > 0 && /^\p{Lu}/u.test(text) ? UNKNOWN_NAME : UNEXPLAINED),
    (asked && asked.share < 1 ? HALF_NAMED : 0) + (isEither ? EITHER : 0),
  )
  const records = table.records.filter(({ cells }) =>
    [...picked].every(([{ index }, values]) => values.includes(cells[index]?.text ?? '')),
  )
  const dated = atTimes(intent, table, records)
  const trust = Math.max(0, FULL_TRUST - doubt)
  return { intent, table, column: asked?.column, picked, records, dated, trust }
}

/** The columns whose headers a question names, measures first. */
function namedColumns({ columns }: RecordTable, asked: ReadonlySet<string>) {
  return columns
    .map(column => {
      const telling = column.stems.filter(stem => !ASKING_STEMS.has(stem) && !UNITS.has(stem))
      const own = telling.length > 0 ? telling : column.stems
      const share = own.filter(stem => asked.has(stem)).length / Math.max(1, own.length)
      return { column, share, isMeasure: Number(column.kind === 'measure') }
    })
    .filter(({ column, share }) => column.kind !== 'time' && share >= LEAST_NAMED)
    .toSorted((a, b) => b.isMeasure - a.isMeasure || b.share - a.share)
}

/** Finds values that the question repeats, or else a word that only one value has. */
function pickValues(
  table: RecordTable,
  tokens: readonly Word[],
  taken: ReadonlySet<string>,
): Map<RecordColumn, string[]> {
  const sequence = ` ${tokens.map(({ folded }) => folded).join(' ')} `
  const known = contentStems(table.about).union(taken).union(LIGHT)
  const telling = tokens.filter(({ folded, stem }) => !STOP_WORDS.has(folded) && !known.has(stem))
  const picked = new Map<RecordColumn, string[]>()
  for (const column of table.columns.filter(({ kind }) => kind === 'name')) {
    const values = [...new Set(table.records.map(({ cells }) => cells[column.index]?.text ?? ''))]
      .map(text => ({ text, own: words(text) }))
      .filter(({ own }) => own.length > 0 && !own.every(({ stem }) => taken.has(stem)))
    const said = values.filter(({ own }) =>
      sequence.includes(` ${own.map(({ folded }) => folded).join(' ')} `),
    )
    const longest = said.filter(
      ({ text }) => !said.some(one => one.text !== text && ` ${one.text} `.includes(` ${text} `)),
    )
    const byWord = telling.flatMap(({ stem }) => {
      const having = values.filter(({ own }) => own.some(word => word.stem === stem))
      return having.length === 1 ? having : []
    })
    const found = longest.length > 0 ? longest : byWord
    if (found.length > 0) picked.set(column, [...new Set(found.map(({ text }) => text))])
  }
  return picked
}

function atTimes(
  { periods, isRange, text }: TableQuestion,
  { isDated, about }: RecordTable,
  records: readonly TableRecord[],
): readonly TableRecord[] {
  if (periods.length === 0) return records
  // The title of a table without times may state its year.
  if (!isDated)
    return periods.every(({ years }) => years.every(year => about.includes(String(year))))
      ? records
      : []
  const groups = periods.map(period => records.filter(record => isAt(record, period)))
  if (groups.some(group => group.length === 0)) return []
  const times = groups.flat().map(timeOf)
  const isStretch =
    isRange || (periods.length === 2 && BETWEEN.test(text.slice(0, periods[0]?.start)))
  return records.filter(record =>
    isStretch
      ? timeOf(record) >= Math.min(...times) && timeOf(record) <= Math.max(...times)
      : times.includes(timeOf(record)),
  )
}

const BETWEEN = /\b(?:between|from|since)\s+(?:the\s+)?(?:fiscal\s+)?(?:years?\s+)?$/i

function isAt({ period: own }: TableRecord, period: Period): boolean {
  return (
    own !== undefined &&
    period.years.every(year => own.years.includes(year)) &&
    (['part', 'month', 'day'] as const).every(
      key => period[key] === undefined || period[key] === own[key],
    )
  )
}
