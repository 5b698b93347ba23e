import type { Passage } from '../library/passage.ts'
import { answerFromText } from './answer-from-text.ts'
import { documentTables } from './document-tables.ts'
import { createMatcher } from './match-rows.ts'
import { type Intent, questionIntent } from './question-intent.ts'
import { answerFromRecords } from './records/answer-from-records.ts'
import { seriesOf } from './series.ts'
import { solve } from './solve.ts'
import type { TableAnswer } from './table-answer.ts'

const SURE = 0.85
/** Nobody asks a table so much at once. */
const LONGEST_QUESTION = 2_000
/** How often an answer of full confidence was right: sentences are cut less surely than cells are found. */
const QUANTITY_TRUST = 0.8
const CLAUSE_TRUST = 0.6

/** The best answer that the tables of these passages and the text around them give, with how far to trust it. */
export function answerFromTables(
  question: string,
  passages: readonly Passage[],
): TableAnswer | undefined {
  if (question.length > LONGEST_QUESTION) return undefined
  const { tables, records, sentences } = documentTables(passages)
  const intent = questionIntent(question)
  const fromRecords = answerFromRecords(records, intent)
  const series = seriesOf(tables)
  const fromTable =
    series.length > 0 ? solve({ series, match: createMatcher(series) }, intent) : undefined
  const fromText = answerFromText(intent, sentences)
  const best =
    fromText && (!fromTable || prefersText(intent, fromTable, fromText))
      ? weighed(fromText)
      : fromTable && cleared(fromTable)
  return fromRecords && fromRecords.confidence >= (best?.confidence ?? 0) ? fromRecords : best
}

function cleared({ clarity = 1, ...answer }: TableAnswer): TableAnswer {
  return { ...answer, confidence: Math.min(1, Math.min(1, answer.confidence) * clarity) }
}

function weighed(fromText: TableAnswer): TableAnswer {
  const areNumbers = fromText.values.every(({ text }) => text.length < 30 && /\d/.test(text))
  const trust = areNumbers ? QUANTITY_TRUST : CLAUSE_TRUST
  return { ...fromText, confidence: Math.min(1, fromText.confidence) * trust }
}

/** What only a table can answer is taken from it; the text is asked for reasons, and where it says more. */
function prefersText(intent: Intent, fromTable: TableAnswer, fromText: TableAnswer): boolean {
  const isSurer = fromText.confidence > fromTable.confidence
  switch (intent.operation) {
    case 'explain':
    case 'lookup':
    case 'list-items':
      return isSurer
    case 'difference':
    case 'percent-change':
      // A change that the text itself states, for one time: no need to calculate it.
      return intent.periods.length < 2 && fromText.confidence > SURE && isSurer
    case 'sum':
    case 'average':
    case 'ratio':
    case 'share':
      return fromTable.kind === 'value' && isSurer
    default:
      return false
  }
}
