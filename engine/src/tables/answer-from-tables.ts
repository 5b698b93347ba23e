import type { Passage } from '../library/passage.ts'
import { documentTables } from './document-tables.ts'
import { createMatcher } from './match-rows.ts'
import { type Intent, questionIntent } from './question-intent.ts'
import { seriesOf } from './series.ts'
import { solve } from './solve.ts'
import { answerFromText } from './answer-from-text.ts'
import type { TableAnswer } from './table-answer.ts'

const SURE = 0.85

/** The best answer that the tables of these passages and the text around them give, with how far to trust it. */
export function answerFromTables(question: string, passages: readonly Passage[]): TableAnswer | undefined {
  const document = documentTables(passages)
  const intent = questionIntent(question)
  const series = seriesOf(document.tables)
  const fromTable = series.length > 0 ? solve({ tables: document.tables, series, match: createMatcher(series) }, intent) : undefined
  const fromText = answerFromText(intent, document.sentences)
  if (!fromTable || !fromText) return fromTable ?? fromText
  return prefersText(intent, fromTable, fromText) ? fromText : fromTable
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
