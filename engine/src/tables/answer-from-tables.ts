import type { Passage } from '../library/passage.ts'
import { answerFromRecords } from './answer-from-records.ts'
import { tableRows } from './document-tables.ts'
import { parseTable } from './parse-table.ts'
import { readQuestion, type TableQuestion } from './read-question.ts'
import { recordTable } from './record-table.ts'
import { seriesOf } from './series.ts'
import { solve } from './solve.ts'
import type { TableAnswer } from './table.ts'

const LONGEST_QUESTION = 2_000

/** Log odds at which prose wins over a figure without confidence, and the addition at full confidence. */
const LEAST_ODDS = 3.5
const ODDS_OF_SURE = 6

/**
 * Answers a question from the tables of the passages, unless the prose beside them answers it more surely.
 * `proseOdds` are the log odds of the best sentence that the reading model found.
 */
export function answerFromTables(
  text: string,
  passages: readonly Passage[],
  { proseOdds = Number.NEGATIVE_INFINITY }: { readonly proseOdds?: number | undefined } = {},
): TableAnswer | undefined {
  if (text.length > LONGEST_QUESTION) return undefined
  const question = readQuestion(text)
  const tables = tableRows(text, passages)
  const records = tables.flatMap(one => recordTable(one) ?? [])
  const fromRecords = answerFromRecords(records, question)
  const series = seriesOf(tables.flatMap(({ rows, context }) => parseTable(rows, context)))
  const found = solve(series, question)
  const fromSeries = found && prefersProse(question, found, proseOdds) ? undefined : found
  return fromRecords && fromRecords.confidence >= (fromSeries?.confidence ?? 0)
    ? fromRecords
    : fromSeries
}

/** Only tables answer comparisons and calculations over several times. */
function prefersProse(
  { operation, periods }: TableQuestion,
  { kind, confidence }: TableAnswer,
  odds: number,
): boolean {
  const isLookup = kind === 'value' || kind === 'values'
  const isStated = operation === 'difference' && periods.length < 2
  if (operation.startsWith('which') || operation === 'list-periods' || !(isLookup || isStated))
    return false
  return odds > LEAST_ODDS + ODDS_OF_SURE * confidence
}
