import type { Budget } from '../budgets.ts'
import type { Finding } from '../evidence/finding.ts'
import type { FoundSentence } from '../evidence/found-sentence.ts'
import type { Passage } from '../library/passage.ts'
import type { Part, Subject } from '../plan/part.ts'
import type { Reader } from '../reader/reader.ts'
import { answerFromTables } from '../tables/answer-from-tables.ts'
import { findNames } from '../text/find-names.ts'
import { documentsNaming } from './documents-naming.ts'
import { fieldsFor } from './fields-for.ts'
import { findAmongFields, findAnswers } from './find-answers.ts'
import { SECTION_WEIGHT } from './find-fields.ts'
import { ofYears, yearsIn } from './of-years.ts'
import { isEnded, isField, unitsOf } from './units.ts'

/** A longer line explains itself. */
const MOST_UNCLEAR_CHARACTERS = 60

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
  const answers = await answersTo(part, passages, reading)
  const timely = answers.flatMap(found => ofYears(found, { years, text: part.question }) ?? [])
  const tableAnswer = answerFromTables(part.question, aroundTables(passages), answers)
  const isTrusted = tableAnswer !== undefined && tableAnswer.confidence >= LEAST_CONFIDENCE
  // A report can say that its figures are from other years. A short answer must match the years asked for.
  const isField = answers[0]?.label !== undefined
  const isUntimely = timely.length === 0 && !isTrusted && relatedPerPart > 0 && isField
  const sentences = isUntimely ? answers : timely
  if (sentences.length === 0 && !isTrusted) return undefined
  const isOfNamed = ofNamed(part, passages)
  const [best, ...further] = sentences
  const others = [...(best ? explaining(best) : []), ...further.filter(isOfNamed)]
  return {
    part,
    sentences: [...(best ? [best] : []), ...others].slice(0, sentencesPerPart * 2),
    related: best ? neighboursOf(best).slice(0, relatedPerPart) : [],
    ...(isTrusted && { tableAnswer }),
    ...(isUntimely && { missedYears: years }),
  }
}

/**
 * Fields whose label matches the question answer first, if the model agrees. Then the subject's own
 * documents answer, and then the prose of others that names the subject.
 */
async function answersTo(
  part: Part,
  passages: readonly Passage[],
  options: { reader: Reader; most: number; first: number; signal?: AbortSignal | undefined },
): Promise<FoundSentence[]> {
  const { subject, attribute } = part
  if (!subject) return await findAnswers(part.question, byScore(passages), options)
  if (attribute === undefined) return opening(passages)
  const isOwn = ({ documentId }: Passage) => subject.documentIds.includes(documentId)
  const own = passages.filter(isOwn)
  const known = fieldsFor(part, own)
  // A section with that name needs no judgement.
  if (isSection(known)) return known
  const question = questionOf(part)
  const labelled = await findAmongFields(withoutYears(question), known, options)
  if (labelled.length > 0) return labelled
  const others = passages.filter(passage => !isOwn(passage))
  const found = await findAnswers(question, [...byScore(own), ...byScore(others)], options)
  const ofSubject = found.filter(({ passage }) => isOwn(passage))
  if (ofSubject.length > 0) return ofSubject
  return found.filter(({ label, text }) => label === undefined && text.includes(subject.name))
}

/** Code judges the years of a field better than the model does. */
function withoutYears(question: string): string {
  return question.replace(/\s+(?:in|for|of|during)?\s*(?:1\d{3}|20\d{2})(?=[\s?.!]*$)/, '')
}

/** "Its energy sector" means nothing by itself, and no field contains a change. */
function questionOf({ question, subject, attribute }: Part): string {
  if (!subject || question.includes(subject.name)) return question
  return `${attribute} of ${subject.name}`
}

function isSection([best]: readonly FoundSentence[]): boolean {
  return best !== undefined && (best.label === undefined || best.score <= SECTION_WEIGHT)
}

function byScore(passages: readonly Passage[]): Passage[] {
  return passages.toSorted((one, other) => other.score - one.score)
}

/** A question that names its subject is not answered by sentences about others. */
function ofNamed(
  { question, subject }: Part,
  passages: readonly Passage[],
): (found: FoundSentence) => boolean {
  const names = findNames(question)
  if (names.length === 0) return () => true
  const naming = documentsNaming(names, passages)
  return ({ passage: { documentId } }) => naming.has(documentId) || isOf(subject, documentId)
}

function isOf(subject: Subject | undefined, documentId: number): boolean {
  return subject?.documentIds.includes(documentId) === true
}

/** Returns how a document begins, for a question about its subject as a whole. */
function opening(passages: readonly Passage[]): FoundSentence[] {
  const units = passages.flatMap(unitsOf)
  const prose = units.filter(({ label }) => label === undefined)
  return (prose.length > 0 ? prose : units).map((unit, at) => ({ ...unit, score: -at }))
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

/** A line such as `Default: 5` needs the sentence before it in its line, or else the next line. */
function explaining(found: FoundSentence): FoundSentence[] {
  const { passage, span, label, text } = found
  if (label !== undefined || !isField(text) || text.length > MOST_UNCLEAR_CHARACTERS) return []
  const units = unitsOf(passage)
  const at = units.findIndex(unit => unit.span.start === span.start)
  const before = units[at - 1]
  const isInLine = before && !passage.text.slice(before.span.end, span.start).includes('\n')
  const unit = isInLine ? before : units[at + 1]
  return unit ? [{ ...unit, score: found.score }] : []
}

/** Returns all passages of documents that have a table, since the prose may name the table's unit. */
function aroundTables(passages: readonly Passage[]): Passage[] {
  const tabular = passages.filter(({ text }) => /^\s*\|/m.test(text))
  const documentIds = new Set(tabular.map(({ documentId }) => documentId))
  return passages.filter(({ documentId }) => documentIds.has(documentId))
}
