import {
  average,
  type Calculated,
  DECIMALS,
  difference,
  distance,
  percentChange,
  sum,
} from '../calculate.ts'
import type { Operation } from '../read-question.ts'
import { timeOf } from '../series.ts'
import { quoted, type TableAnswer, type TableCell } from '../table.ts'
import type { RecordQuestion } from './record-question.ts'
import type { RecordColumn, TableRecord } from './record-table.ts'
import {
  amongOf,
  areOfOneTime,
  atAskedTimes,
  atTime,
  isDated,
  latest,
  numbersOf,
} from './select-records.ts'

const UNASKED_TRUST = 0.93
/** Longer sums are not written out. */
const MOST_WRITTEN = 12

/** Calculates the sum or average of the records that a question selects. */
export function aggregateRecords(question: RecordQuestion): TableAnswer | undefined {
  const { intent, table, column } = question
  if (column?.kind !== 'measure' || !table.isWhole) return undefined
  const dated = atAskedTimes(question)
  if (!dated) return undefined
  const isSum = intent.operation === 'sum'
  // Counts do not add up from year to year: the last count is the total.
  const isCount = isSum && intent.periods.length === 0 && column.adds !== 'always' && isDated(table)
  const records = isCount && !areOfOneTime(dated) ? latest(dated) : dated
  const cells = numbersOf(records, column)
  const [first] = cells
  if (!first) return undefined
  if (cells.length === 1)
    return quoted([first], {
      scale: first.text.includes('%') ? '' : column.scale,
      decimals: first.number?.decimals ?? 0,
      ...(column.unit && { unit: column.unit }),
      confidence: question.trust,
    })
  const calculated = isSum ? sum(cells) : average(cells)
  return (
    calculated &&
    calculatedFrom(question, { column, cells, calculated, operation: intent.operation })
  )
}

/** Adds up several records where one was asked for. */
export function totalOf(
  question: RecordQuestion,
  column: RecordColumn,
  records: readonly TableRecord[],
): TableAnswer | undefined {
  if (!question.table.isWhole) return undefined
  const cells = numbersOf(records, column)
  if (cells.length < 2) return undefined
  const trust = question.trust * UNASKED_TRUST
  return calculatedFrom(
    { ...question, trust },
    {
      column,
      cells,
      calculated: sum(cells),
      operation: 'sum',
    },
  )
}

/** Calculates how much two records differ, at two times or of two names. */
export function changeOfRecords(question: RecordQuestion): TableAnswer | undefined {
  const { intent, column } = question
  if (column?.kind !== 'measure') return undefined
  const sides = sidesOf(question)
  const [one, other] = sides?.records.map(record => numbersOf([record], column)[0]) ?? []
  if (!sides || !one || !other) return undefined
  const calculate =
    intent.operation === 'percent-change' ? percentChange : sides.isOverTime ? difference : distance
  const calculated = calculate(one, other)
  return (
    calculated &&
    calculatedFrom(question, {
      column,
      cells: [one, other],
      calculated,
      operation: intent.operation,
    })
  )
}

interface Sides {
  readonly records: readonly [TableRecord, TableRecord]
  readonly isOverTime: boolean
}

/** Returns the two records to compare, the later one first. */
function sidesOf(question: RecordQuestion): Sides | undefined {
  const { intent, records, table, picked } = question
  const [first, last] = [intent.periods[0], intent.periods.at(-1)]
  if (isDated(table) && first && last && first !== last) {
    const [a, ...others] = atTime(records, first)
    const [b, ...more] = atTime(records, last)
    if (!a || !b || others.length + more.length > 0) return undefined
    return { records: timeOf(a) > timeOf(b) ? [a, b] : [b, a], isOverTime: true }
  }
  const dated = atAskedTimes(question)
  if (!dated) return undefined
  const isBetweenNames = [...picked.values()].some(values => values.length === 2)
  const [a, b, ...others] = isBetweenNames && isDated(table) && !first ? latest(dated) : dated
  if (isBetweenNames)
    return a && b && others.length === 0 ? { records: [a, b], isOverTime: false } : undefined
  if (!first || !a || b) return undefined
  const before = records.filter(record => timeOf(record) < timeOf(a))
  const [previous, ...rest] = before.length > 0 ? latest(before) : []
  return previous && rest.length === 0 ? { records: [a, previous], isOverTime: true } : undefined
}

export function calculatedFrom(
  question: Pick<RecordQuestion, 'trust' | 'table' | 'picked'>,
  from: {
    readonly column: RecordColumn
    /** The shared name by which the cells were chosen. */
    readonly name?: TableCell
    readonly cells: readonly TableCell[]
    readonly calculated: Calculated
    readonly operation: Operation
  },
): TableAnswer {
  const { column, name, cells, calculated, operation } = from
  const own = new Set(cells)
  const used = question.table.records.filter(record =>
    record.cells.some(cell => cell && own.has(cell)),
  )
  const among = name ? [name] : amongOf(question, used)
  const isPercent = operation === 'percent-change'
  const isWritten = cells.length <= MOST_WRITTEN
  return {
    kind: 'calculation',
    values: [],
    number: calculated.number,
    scale: isPercent || cells[0]?.number?.isPercent ? 'percent' : column.scale,
    decimals: DECIMALS,
    calculated: operation,
    ...(isWritten && { operation: calculated.operation }),
    inputs: cells,
    ...(column.unit && !isPercent && { unit: column.unit }),
    ...(among.length > 0 && { among }),
    confidence: question.trust,
  }
}
