import type { Passage } from '../library/passage.ts'
import { documentTables } from './document-tables.ts'
import { createMatcher } from './match-rows.ts'
import { questionIntent } from './question-intent.ts'
import { seriesOf } from './series.ts'
import { solve } from './solve.ts'
import { answerFromText } from './answer-from-text.ts'
import type { TableAnswer } from './table-answer.ts'

/** The best answer that the tables of these passages and the text around them give, with how far to trust it. */
export function answerFromTables(question: string, passages: readonly Passage[]): TableAnswer | undefined {
  const document = documentTables(passages)
  const intent = questionIntent(question)
  const series = seriesOf(document.tables)
  const fromTable = series.length > 0 ? solve({ tables: document.tables, series, match: createMatcher(series) }, intent) : undefined
  const fromText = answerFromText(intent, document.sentences)
  if (!fromTable || !fromText) return fromTable ?? fromText
  return fromText.confidence > fromTable.confidence ? fromText : fromTable
}
