import type { Budget } from '../budgets.ts'
import type { Finding } from '../evidence/finding.ts'
import type { Passage } from '../library/passage.ts'
import type { Part, Subject } from '../plan/part.ts'
import { rephrase } from '../plan/rephrase.ts'
import { type Question, understandQuestion } from '../question/question.ts'
import { collectCandidates } from '../read/candidates.ts'
import { type FoundSentence, findSentences } from '../read/find-sentences.ts'
import { holdsOffice } from '../read/holds-office.ts'
import { ofYears } from '../read/of-years.ts'
import { answerFromTables } from '../tables/answer-from-tables.ts'
import { documentsNaming } from './documents-naming.ts'
import { fieldsFor } from './fields-for.ts'
import { isRelated, isStatement, relevant } from './relevance.ts'

/** Below this a figure from a table is a guess. */
const LEAST_CONFIDENCE = 0.8
const SENTENCES_CONSIDERED = 8

/** What the passages say about a part; undefined when they do not answer it. */
export function readFor(
  part: Part,
  passages: readonly Passage[],
  { sentencesPerPart, relatedPerPart }: Budget,
): Finding | undefined {
  if (passages.length === 0) return undefined
  const { attribute, subject } = part
  const question = understandQuestion(part.question)
  const fields = fieldsFor(part, passages).filter(found => holdsOffice(found, part.question))
  const limit = sentencesPerPart * SENTENCES_CONSIDERED
  const readAs = (asked: Question) => findSentences(asked, passages, { limit }).filter(isStatement)
  const read = fields.length > 0 && relatedPerPart === 0 ? [] : readAs(question)
  const isOverview = subject !== undefined && attribute === undefined
  const answers = isOverview
    ? opening(passages)
    : fields.length > 0
      ? fields
      : proseFor(question, { read, readAs, subject })
  const timely = answers.flatMap(found => ofYears(found, question) ?? [])
  const tableAnswer = answerFromTables(part.question, aroundTables(passages))
  const isTrusted = tableAnswer !== undefined && tableAnswer.confidence >= LEAST_CONFIDENCE
  // A report can say that what it gives is of other years; a short answer must be what was asked for.
  const isUntimely = timely.length === 0 && !isTrusted && relatedPerPart > 0 && fields.length > 0
  const sentences = isUntimely ? answers : timely
  if (sentences.length === 0 && !isTrusted) return undefined
  const isOfNamed = ofNamed(question, { passages, subject })
  const [best, ...further] = sentences
  return {
    part,
    sentences: [...(best ? [best] : []), ...further.filter(isOfNamed)].slice(
      0,
      sentencesPerPart * 2,
    ),
    related: read
      .filter(found => isRelated(found, part) && isOfNamed(found))
      .slice(0, relatedPerPart),
    ...(isTrusted && { tableAnswer }),
    ...(isUntimely && { missedYears: question.years }),
  }
}

/** Whoever asks about somebody by name has no use for what others are said to be like. */
function ofNamed(
  { names }: Question,
  { passages, subject }: { passages: readonly Passage[]; subject: Subject | undefined },
): (found: FoundSentence) => boolean {
  if (names.length === 0) return () => true
  const naming = documentsNaming(names, passages)
  return ({ passage: { documentId } }) =>
    naming.has(documentId) || subject?.documentIds.includes(documentId) === true
}

function opening(passages: readonly Passage[]): FoundSentence[] {
  const candidates = collectCandidates(passages).filter(isStatement)
  const prose = candidates.filter(({ label }) => label === undefined)
  return (prose.length > 0 ? prose : candidates).map(({ passage, span, text, label }, at) => ({
    passage,
    span,
    text,
    score: -at,
    overlap: 1,
    coverage: 1,
    ...(label !== undefined && { label }),
  }))
}

/**
 * What answers the question as it was asked, or else as a reference work would ask it. A subject that
 * is known was looked up in such words already.
 */
function proseFor(
  question: Question,
  {
    read,
    readAs,
    subject,
  }: {
    read: readonly FoundSentence[]
    readAs: (asked: Question) => FoundSentence[]
    subject: Subject | undefined
  },
): FoundSentence[] {
  const isHeld = (found: FoundSentence) => holdsOffice(found, question.text)
  const answers = answersFrom(read, { question, subject }).filter(isHeld)
  const rephrased = rephrase(question.text)
  if (answers.length > 0 || subject || rephrased === question.text) return answers
  const asked = understandQuestion(rephrased)
  return answersFrom(readAs(asked), { question: asked, subject }).filter(isHeld)
}

/** The subject's own documents come first; what others say counts when their prose names it. */
function answersFrom(
  read: readonly FoundSentence[],
  { question, subject }: { question: Question; subject: Subject | undefined },
): FoundSentence[] {
  if (!subject) return relevant(read, question)
  const { name, documentIds } = subject
  const isOwn = ({ passage }: FoundSentence) => documentIds.includes(passage.documentId)
  const own = relevant(read.filter(isOwn), question, { subject: name })
  if (own.length > 0) return own
  const others = read.filter(
    found => !isOwn(found) && found.label === undefined && found.text.includes(name),
  )
  return relevant(others, question)
}

/** Of documents that have a table, all that was read: what it counts in may stand in the prose. */
function aroundTables(passages: readonly Passage[]): Passage[] {
  const tabular = passages.filter(({ text }) => /^\s*\|/m.test(text))
  const documentIds = new Set(tabular.map(({ documentId }) => documentId))
  return passages.filter(({ documentId }) => documentIds.has(documentId))
}
