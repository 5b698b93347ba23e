import type { Period } from '../labels.ts'
import { timeOf } from '../series.ts'
import type { TableCell } from '../table.ts'
import { largest } from './largest.ts'
import type { RecordQuestion } from './record-question.ts'
import type { RecordColumn, RecordTable, TableRecord } from './record-table.ts'

const BETWEEN = /\b(?:between|from|since)\s+(?:the\s+)?(?:fiscal\s+)?(?:years?\s+)?$/i

/** The records of the times that a question names; undefined when one of them is missing. */
export function atAskedTimes({
  intent,
  table,
  records,
}: RecordQuestion): TableRecord[] | undefined {
  const { periods } = intent
  if (periods.length === 0) return [...records]
  if (!isDated(table)) return isAboutTimes(table, periods) ? [...records] : undefined
  const groups = periods.map(period => atTime(records, period))
  if (groups.some(group => group.length === 0)) return undefined
  if (!isStretch(intent)) return [...new Set(groups.flat())]
  const times = groups.flat().map(timeOf)
  const [low, high] = [-largest(times.map(time => -time)), largest(times)]
  return records.filter(record => timeOf(record) >= low && timeOf(record) <= high)
}

export function atTime(records: readonly TableRecord[], period: Period): TableRecord[] {
  return records.filter(
    ({ period: own }) =>
      own !== undefined &&
      period.years.every(year => own.years.includes(year)) &&
      (['part', 'month', 'day'] as const).every(
        key => period[key] === undefined || period[key] === own[key],
      ),
  )
}

/** Returns the latest of the records with times. */
export function latest(records: readonly TableRecord[]): TableRecord[] {
  const last = largest(records.map(timeOf))
  return records.filter(record => timeOf(record) === last)
}

export function isDated({ columns }: RecordTable): boolean {
  return columns.some(({ kind }) => kind === 'time')
}

export function areOfOneTime(records: readonly TableRecord[]): boolean {
  return new Set(records.map(timeOf)).size <= 1
}

export function cellsOf(records: readonly TableRecord[], { index }: RecordColumn): TableCell[] {
  return records.flatMap(({ cells }) => cells[index] ?? [])
}

export function numbersOf(records: readonly TableRecord[], column: RecordColumn): TableCell[] {
  return cellsOf(records, column).filter(({ number }) => number !== undefined)
}

/** The title of a table without times may state its year. */
function isAboutTimes({ about }: RecordTable, periods: readonly Period[]): boolean {
  return periods.every(({ years }) => years.every(year => about.includes(String(year))))
}

function isStretch({ isRange, periods, text }: RecordQuestion['intent']): boolean {
  return isRange || (periods.length === 2 && BETWEEN.test(text.slice(0, periods[0]?.start)))
}

/** Returns the values that selected records and are not part of their names. */
export function amongOf(
  { table, picked }: Pick<RecordQuestion, 'table' | 'picked'>,
  records: readonly TableRecord[],
): TableCell[] {
  const seen = new Map<string, TableCell>()
  for (const column of picked.keys()) {
    if (table.keys.includes(column)) continue
    for (const cell of cellsOf(records, column)) {
      if (!seen.has(cell.text)) seen.set(cell.text, cell)
    }
  }
  return [...seen.values()]
}
