import { quoted, type TableAnswer } from '../table.ts'
import { totalOf } from './calculate-records.ts'
import type { RecordQuestion } from './record-question.ts'
import type { RecordColumn } from './record-table.ts'
import { amongOf, areOfOneTime, atAskedTimes, cellsOf, isDated, latest } from './select-records.ts'

const PLACE =
  /^(?:city|town|country|location|place|site|region|address|office|state|headquarters|venue|room|building)$/i
const WHERE = /^\W*where\b/i
const UNANSWERED = /^\W*(?:why|how (?!many|much|long|large|big|high|low|old|tall|far))\b/i
const MOST_VALUES = 6
const SEVERAL_TRUST = 0.9

/** Returns the cell of the record that a question selects; for several records, their total if they add up. */
export function lookUpRecord(question: RecordQuestion): TableAnswer | undefined {
  const { intent, table, picked, trust } = question
  if (UNANSWERED.test(intent.text)) return undefined
  const column = question.column ?? (WHERE.test(intent.text) ? placeOf(question) : undefined)
  if (!column || column.kind === 'time') return undefined
  const dated = atAskedTimes(question)
  if (!dated) return undefined
  const isTimeless = intent.periods.length === 0 && isDated(table)
  // The last year stands for now; the last day or month is only a part of a year.
  const isPart =
    column.adds === 'always' && dated.every(({ period }) => period?.part ?? period?.month)
  const records = isTimeless && !isPart ? latest(dated) : dated
  // A name or a time must select a record.
  if (picked.size === 0 && !isDated(table) && table.records.length > 1) return undefined
  const cells = cellsOf(records, column)
  const [first] = cells
  if (!first) return undefined
  const isOne = new Set(cells.map(({ text }) => text)).size === 1
  const adds =
    column.kind === 'measure' &&
    (column.adds === 'always' || (column.adds === 'at one time' && areOfOneTime(records)))
  if (cells.length > 1 && intent.periods.length < 2 && adds)
    return totalOf(question, column, records)
  if (cells.length > MOST_VALUES && !isOne) return undefined
  const values = isOne ? [first] : cells
  return quoted(values, {
    scale: first.text.includes('%') ? '' : first.number ? column.scale : '',
    decimals: first.number?.decimals ?? 0,
    ...(column.unit && { unit: column.unit }),
    among: amongOf(question, records.slice(0, 1)),
    confidence: trust * (values.length > 1 && intent.periods.length < 2 ? SEVERAL_TRUST : 1),
  })
}

/** Lists the names of the records that a value selects, such as those of a city. */
export function listRecords(question: RecordQuestion): TableAnswer | undefined {
  const { intent, table, picked, trust } = question
  const [key] = table.keys
  if (!key || picked.size === 0 || picked.has(key)) return undefined
  if (!/\b(?:which|what)\b/i.test(intent.text) || !table.isWhole) return undefined
  const records = atAskedTimes(question)
  const values = records ? cellsOf(records, key) : []
  if (values.length === 0) return undefined
  const shown = records?.flatMap(({ cells }) =>
    [...picked.keys()].flatMap(({ index }) => cells[index] ?? []),
  )
  return quoted(values, {
    inputs: [...values, ...(shown ?? [])],
    confidence: trust * SEVERAL_TRUST,
  })
}

function placeOf({ table, picked }: RecordQuestion): RecordColumn | undefined {
  return table.columns.find(column => PLACE.test(column.header.text.trim()) && !picked.has(column))
}
