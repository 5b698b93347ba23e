import { words } from '../../text/words.ts'
import { sum } from '../calculate.ts'
import type { Comparison } from '../read-question.ts'
import { quoted, SCALE_FACTORS, type TableAnswer, type TableCell } from '../table.ts'
import { calculatedFrom } from './calculate-records.ts'
import type { RecordQuestion } from './record-question.ts'
import type { RecordColumn, TableRecord } from './record-table.ts'
import { areOfOneTime, atAskedTimes, isDated, latest, numbersOf } from './select-records.ts'

const WHICH = /\b(?:which|what)\s+(?<kind>[\p{L}]+)/iu

/** Finds the names or times that were largest, smallest, above or below something, with their figures. */
export function chooseRecords(question: RecordQuestion): TableAnswer | undefined {
  const { intent, table, column, trust } = question
  if (!intent.comparison || column?.kind !== 'measure' || !table.isWhole) return undefined
  const compared = comparedRecords(question, column)
  const groups = groupsOf(question, compared)
  if (groups.some(({ records }) => records.length > 1)) {
    return column.adds === 'never' ? undefined : bestGroup(question, column, groups)
  }
  const candidates = groups.flatMap(({ name, records }) => {
    const [cell] = numbersOf(records, column)
    return cell ? [{ name, cell }] : []
  })
  const chosen = choose(intent.comparison, column, candidates)
  if (chosen.length === 0) return undefined
  const isNamed = intent.operation === 'which-item' || intent.operation === 'which-period'
  const figures = chosen.map(({ cell }) => cell)
  return quoted(
    isNamed || intent.operation === 'count' ? chosen.map(({ name }) => name) : figures,
    {
      scale: isNamed || figures[0]?.text.includes('%') ? '' : column.scale,
      decimals: figures[0]?.number?.decimals ?? 0,
      inputs: candidates.map(({ cell }) => cell),
      figures,
      ...(column.unit && { unit: column.unit }),
      confidence: trust,
    },
  )
}

function comparedRecords(question: RecordQuestion, { adds }: RecordColumn): TableRecord[] {
  const { intent, table } = question
  const dated = atAskedTimes(question) ?? []
  const isOfOneTime =
    intent.operation === 'which-item' && intent.periods.length === 0 && adds !== 'always'
  return isOfOneTime && isDated(table) && table.keys.length > 0 && dated.length > 0
    ? latest(dated)
    : dated
}

interface Group {
  readonly name: TableCell
  readonly records: readonly TableRecord[]
}

/** Groups records by the column after "which", or by their name or time. */
function groupsOf({ intent, table }: RecordQuestion, records: readonly TableRecord[]): Group[] {
  const kind = WHICH.exec(intent.text)?.groups?.['kind'] ?? ''
  const [stem = ''] = words(kind).map(word => word.stem)
  const times = table.columns.filter(column => column.kind === 'time')
  const names = table.columns.filter(column => column.kind === 'name')
  const asked = [...names, ...times].find(({ stems }) => stems.includes(stem))
  const isOfTimes = intent.operation === 'which-period'
  const by = asked ?? (isOfTimes ? times[0] : (table.keys[0] ?? times[0]))
  if (!by) return []
  const groups = Map.groupBy(records, ({ cells }) => cells[by.index]?.text ?? '')
  return [...groups].flatMap(([text, own]) => {
    const name = own[0]?.cells[by.index]
    return name && text !== '' ? [{ name, records: own }] : []
  })
}

function bestGroup(
  question: RecordQuestion,
  column: RecordColumn,
  groups: readonly Group[],
): TableAnswer | undefined {
  const { comparison } = question.intent
  if (!comparison || comparison.threshold !== undefined) return undefined
  if (column.adds === 'at one time' && !groups.every(({ records }) => areOfOneTime(records)))
    return undefined
  const totals = groups.flatMap(({ name, records }) => {
    const cells = numbersOf(records, column)
    return cells.length > 0 ? [{ name, cells, calculated: sum(cells) }] : []
  })
  const best = ranked(comparison, totals, ({ calculated }) => calculated.number)[0]
  return best && calculatedFrom(question, { column, ...best, operation: 'sum' })
}

function choose<T extends { readonly cell: TableCell }>(
  comparison: Comparison,
  { scale }: RecordColumn,
  candidates: readonly T[],
): readonly T[] {
  const value = ({ cell }: T) => cell.number?.value ?? 0
  if (comparison.threshold === undefined) return ranked(comparison, candidates, value)
  const areScaled = comparison.thresholdScale !== 1 && SCALE_FACTORS[scale] !== 1
  const bound =
    comparison.threshold * (areScaled ? comparison.thresholdScale / SCALE_FACTORS[scale] : 1)
  return candidates.filter(one =>
    comparison.kind === 'above' ? value(one) > bound : value(one) < bound,
  )
}

/** Returns the group with the requested rank, and its ties. */
function ranked<T>(
  { kind, rank }: Comparison,
  all: readonly T[],
  value: (one: T) => number,
): readonly T[] {
  const sign = kind === 'most' || kind === 'above' ? -1 : 1
  const at = all.toSorted((a, b) => (value(a) - value(b)) * sign)[rank - 1]
  return at === undefined ? [] : all.filter(one => value(one) === value(at))
}
