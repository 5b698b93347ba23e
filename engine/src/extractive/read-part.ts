import type { Budget } from '../budgets.ts'
import type { Finding, FoundSentence } from '../evidence/finding.ts'
import { isEnded, unitsOf } from '../evidence/units.ts'
import type { Passage } from '../library/passage.ts'
import type { Part } from '../plan/plan-research.ts'
import type { Reader } from '../reader/reader.ts'
import { answerFromTables } from '../tables/answer-from-tables.ts'
import { findNames } from '../text/find-names.ts'
import { findAnswers } from './find-answers.ts'
import { ofYears, yearsIn } from './of-years.ts'
import { textOf } from './readables.ts'

/** Below this a figure from a table is a guess. */
const LEAST_CONFIDENCE = 0.8

interface ReadOptions {
  readonly reader: Reader
  readonly limits: Budget
  readonly signal?: AbortSignal | undefined
}

/** Finds what the passages say about a part of the question; undefined if they do not answer it. */
export async function readPart(
  part: Part,
  passages: readonly Passage[],
  { reader, limits, signal }: ReadOptions,
): Promise<Finding | undefined> {
  if (passages.length === 0) return undefined
  const { sentencesPerPart, relatedPerPart, passagesRead, passagesReadFirst } = limits
  const years = yearsIn(part.question)
  const reading = { reader, most: passagesRead, first: passagesReadFirst, signal }
  const ranked = passages.toSorted((one, other) => other.score - one.score)
  const answers = await findAnswers(part.question, ranked, reading)
  const timely = answers.flatMap(found => ofYears(found, { years, text: part.question }) ?? [])
  const tableAnswer = answerFromTables(part.question, aroundTables(passages), answers)
  const isTrusted = tableAnswer !== undefined && tableAnswer.confidence >= LEAST_CONFIDENCE
  // A report can say that its figures are from other years. A short answer must match the years asked for.
  const isField = answers[0]?.label !== undefined
  const isUntimely = timely.length === 0 && !isTrusted && relatedPerPart > 0 && isField
  const sentences = isUntimely ? answers : timely
  if (sentences.length === 0 && !isTrusted) return undefined
  const [best] = sentences
  const names = findNames(part.question)
  // A question that names its subject is not answered by what other documents say about others.
  const own = sentences.filter(
    ({ passage }) =>
      names.length === 0 ||
      passage.documentId === best?.passage.documentId ||
      names.some(name => textOf(passage).includes(name)),
  )
  return {
    part,
    sentences: own.slice(0, sentencesPerPart * 2),
    related: best ? neighboursOf(best).slice(0, relatedPerPart) : [],
    ...(isTrusted && { tableAnswer }),
    ...(isUntimely && { missedYears: years }),
  }
}

/** Returns the sentences around a sentence, the nearest first. */
function neighboursOf({ passage, span, label }: FoundSentence): FoundSentence[] {
  if (label !== undefined) return []
  const distance = (start: number) => Math.abs(start - span.start)
  return unitsOf(passage)
    .filter(unit => unit.span.start !== span.start && unit.label === undefined)
    .filter(({ text }) => isEnded(text))
    .toSorted((one, other) => distance(one.span.start) - distance(other.span.start))
    .map(unit => ({ ...unit, score: 0 }))
}

/** Returns all passages of documents that have a table, since the prose may name the table's unit. */
function aroundTables(passages: readonly Passage[]): Passage[] {
  const tabular = passages.filter(({ text }) => /^\s*\|/m.test(text))
  const documentIds = new Set(tabular.map(({ documentId }) => documentId))
  return passages.filter(({ documentId }) => documentIds.has(documentId))
}
