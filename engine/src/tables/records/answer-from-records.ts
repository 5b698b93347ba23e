import type { TableQuestion } from '../read-question.ts'
import type { TableAnswer } from '../table.ts'
import { aggregateRecords, changeOfRecords } from './calculate-records.ts'
import { chooseRecords } from './compare-records.ts'
import { countRecords } from './count-records.ts'
import { divideColumns } from './divide-columns.ts'
import { listRecords, lookUpRecord } from './look-up-record.ts'
import { type RecordQuestion, readRecordQuestion } from './record-question.ts'
import type { RecordTable } from './record-table.ts'

const LEAST_TRUST = 0.3

/** The answer of the table that explains the question best. */
export function answerFromRecords(
  tables: readonly RecordTable[],
  intent: TableQuestion,
): TableAnswer | undefined {
  const read = tables
    .map(table => readRecordQuestion(table, intent))
    .filter(({ trust, records }) => trust >= LEAST_TRUST && records.length > 0)
    .toSorted((a, b) => b.trust - a.trust || b.table.rank - a.table.rank)
  for (const question of read) {
    const answer = solveRecords(question)
    if (answer) return answer
  }
  return undefined
}

function solveRecords(question: RecordQuestion): TableAnswer | undefined {
  const { intent } = question
  const quotient = divideColumns(question)
  if (quotient) return quotient
  switch (intent.operation) {
    case 'sum':
    case 'average':
      return aggregateRecords(question)
    case 'difference':
    case 'percent-change':
      return changeOfRecords(question)
    case 'which-item':
    case 'which-period':
      return chooseRecords(question)
    case 'count':
      return countRecords(question)
    case 'lookup':
    case 'list-items':
    case 'explain':
      return intent.comparison
        ? chooseRecords(question)
        : (lookUpRecord(question) ?? countRecords(question) ?? listRecords(question))
    default:
      return undefined
  }
}
