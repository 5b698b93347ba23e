import { words } from '../../text/words.ts'
import type { TableAnswer } from '../table.ts'
import { chooseRecords } from './compare-records.ts'
import type { RecordQuestion } from './record-question.ts'
import type { RecordTable } from './record-table.ts'
import { atAskedTimes, cellsOf, isDated } from './select-records.ts'

const HOW_MANY = /\bhow many\s+(?<kind>[^?]{2,60})/i
const NONE_TRUST = 0.5

/** Counts the records that a value or a bound selects. */
export function countRecords(question: RecordQuestion): TableAnswer | undefined {
  const { intent, table, column, picked, trust } = question
  const kind = HOW_MANY.exec(intent.text)?.groups?.['kind']
  if (kind === undefined || !table.isWhole) return undefined
  if (intent.comparison?.threshold !== undefined) {
    const chosen = chooseRecords(question)
    if (!chosen) return undefined
    const { values, inputs, figures } = chosen
    return { ...counted(values.length, trust), values, inputs, ...(figures && { figures }) }
  }
  const [key] = table.keys
  if (column?.kind === 'measure' || !key || isDated(table)) return undefined
  if (!isKind(table, kind)) return undefined
  const records = atAskedTimes(question)
  if (!records) return undefined
  const values = cellsOf(records, key)
  const shown = records.flatMap(({ cells }) =>
    [...picked.keys()].flatMap(({ index }) => cells[index] ?? []),
  )
  return { ...counted(values.length, trust), values, inputs: [...values, ...shown] }
}

function counted(number: number, trust: number): TableAnswer {
  const confidence = number === 0 ? trust * NONE_TRUST : trust
  return { kind: 'count', values: [], number, scale: '', decimals: 0, inputs: [], confidence }
}

/** The counted noun must match the rows, by the title or by the header of their names. */
function isKind({ about, keys }: RecordTable, kind: string): boolean {
  const known = new Set(
    words(
      `${about} ${keys.map(({ header }) => header.text).join(' ')} rows records entries items`,
    ).map(({ stem }) => stem),
  )
  return words(kind)
    .slice(0, 2)
    .some(({ stem }) => known.has(stem))
}
