import type { Passage } from '../library/passage.ts'
import { quantities } from '../text/lex/numbers.ts'
import type { Span } from '../text/span.ts'
import { answerFromRecords } from './answer-from-records.ts'
import { tableRows } from './document-tables.ts'
import { periods } from './labels.ts'
import { parseTable } from './parse-table.ts'
import { readQuestion, type TableQuestion } from './read-question.ts'
import { recordTable } from './record-table.ts'
import { seriesOf } from './series.ts'
import { solve } from './solve.ts'
import { quoted, type TableAnswer } from './table.ts'

const LONGEST_QUESTION = 2_000
/** Cutting a phrase is less reliable than finding a cell. */
const PROSE_CONFIDENCE = 0.7
const MOST_FIGURE_WORDS = 6
/** Log odds at which prose wins over a table with no confidence, and the addition at full confidence. */
const LEAST_ODDS = 3.5
const ODDS_OF_SURE = 6

/** A sentence that the reading model found, with the phrase of it that answers. */
interface ReadSentence {
  readonly passage: Passage
  readonly span: Span
  readonly text: string
  readonly phrase?: Span
  /** Log odds that it answers the question. */
  readonly score: number
}

/**
 * Answers a question from the tables of the passages, or with a phrase that the reading model found in
 * the prose beside them.
 */
export function answerFromTables(
  text: string,
  passages: readonly Passage[],
  prose: readonly ReadSentence[] = [],
): TableAnswer | undefined {
  if (text.length > LONGEST_QUESTION) return undefined
  const question = readQuestion(text)
  const tables = tableRows(text, passages)
  const records = tables.flatMap(one => recordTable(one) ?? [])
  const fromRecords = answerFromRecords(records, question)
  const series = seriesOf(tables.flatMap(({ rows, context }) => parseTable(rows, context)))
  const fromTable = solve(series, question)
  const fromProse = phraseOf(question, prose)
  const isProse = fromTable && prefersProse(question, fromTable, prose[0]?.score ?? 0)
  const best = fromProse && (isProse || !fromTable) ? fromProse : fromTable
  return fromRecords && fromRecords.confidence >= (best?.confidence ?? 0) ? fromRecords : best
}

function phraseOf(
  question: TableQuestion,
  prose: readonly ReadSentence[],
): TableAnswer | undefined {
  const best = prose.find(found => found.phrase && !found.text.startsWith('|'))
  if (!best?.phrase) return undefined
  const { passage, span, phrase, score } = best
  const respective = respectiveFigures(question, best.text, phrase.start - span.start)
  const spans =
    respective.length > 0
      ? respective.map(one => ({ start: span.start + one.start, end: span.start + one.end }))
      : [wholePhrase(best, phrase)]
  return quoted(
    spans.map(({ start, end }) => ({ passage, start, end, text: passage.text.slice(start, end) })),
    { confidence: PROSE_CONFIDENCE / (1 + Math.exp(-score)) },
  )
}

/** If a sentence has as many figures as times, they belong together in order. */
function respectiveFigures(
  { periods: asked }: TableQuestion,
  sentence: string,
  at: number,
): Span[] {
  const times = periods(sentence)
  const figures = quantities(sentence).filter(
    ({ start }) => !times.some(time => time.start <= start && start < time.end),
  )
  const { unit } = figures.find(({ end }) => end > at) ?? {}
  const listed = figures.filter(figure => figure.unit === unit)
  if (listed.length < 2 || listed.length !== times.length) return []
  return asked.flatMap(({ years }) => {
    const index = times.findIndex(time => years.every(year => time.years.includes(year)))
    return listed[index] ?? []
  })
}

/**
 * Takes a phrase as it is if it is a name, a number or a date. The model cuts descriptions short, so any
 * other phrase goes on to the end of its sentence.
 */
function wholePhrase({ passage, span }: ReadSentence, phrase: Span): Span {
  const written = passage.text.slice(phrase.start, phrase.end)
  return isFigure(written) || isName(written) ? phrase : { start: phrase.start, end: span.end }
}

function isFigure(phrase: string): boolean {
  return /\d/.test(phrase) && phrase.split(/\s+/).length <= MOST_FIGURE_WORDS
}

function isName(phrase: string): boolean {
  return phrase.split(/\s+/).every(word => /^[^\p{L}]*\p{Lu}|^(?:and|of|the|&)$/u.test(word))
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
