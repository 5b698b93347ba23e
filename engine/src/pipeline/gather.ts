import { scheduler } from 'node:timers/promises'
import type { Budget } from '../budgets.ts'
import type { Finding } from '../evidence/finding.ts'
import type { Passage } from '../library/passage.ts'
import type { Part, Subject } from '../plan/part.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import type { Progress } from '../progress.ts'
import { type Question, understandQuestion } from '../question/question.ts'
import { collectCandidates } from '../read/candidates.ts'
import { findFields } from '../read/find-fields.ts'
import { type FoundSentence, findSentences } from '../read/find-sentences.ts'
import { ofYears } from '../read/of-years.ts'
import type { Source } from '../search/source.ts'
import { answerFromTables } from '../tables/answer-from-tables.ts'
import type { OpenBudget } from './open-budget.ts'
import { rankRecords } from './rank-records.ts'
import { isRelated, isStatement, relevant } from './relevance.ts'

/** Below this a figure from a table is a guess. */
const LEAST_CONFIDENCE = 0.8
/** More is read where the subject is known to be. */
const OWN_DOCUMENT_FACTOR = 4
const SENTENCES_CONSIDERED = 8
/** Fields that fit less than so are about something else that has the word in its name. */
const LEAST_OF_BEST = 0.5
const MOST_OVERVIEWS = 3
const MOST_READ_WHOLE = 2
const SHORT_DOCUMENT_PASSAGES = 12
const OVERVIEW_PASSAGES = 8

interface GatherOptions {
  readonly source: Source
  readonly policy: SourcePolicy
  readonly budget: OpenBudget
  readonly onProgress: (progress: Progress) => void
}

export interface Gathered {
  readonly findings: readonly Finding[]
  /** Everything that was read, best first. */
  readonly passages: readonly Passage[]
}

/**
 * Looks for each part of the question, round by round: what a round leaves open, the next one looks
 * for more widely.
 */
export async function gather(parts: readonly Part[], options: GatherOptions): Promise<Gathered> {
  const { budget, onProgress } = options
  const findings = new Map<Part, Finding>()
  const lookedFor = new Set<Part>()
  const read = new Map<string, Passage>()
  do {
    for (const part of parts) {
      if (findings.has(part) || part.isSkipped) continue
      if (!budget.maySearch()) break
      const { queries } = budget.used
      const passages = await searchFor(part, options)
      if (passages.length > 0 || budget.used.queries > queries) lookedFor.add(part)
      const ranking = part.superlative && (await rankRecords(part.superlative, options))
      for (const passage of passages) read.set(`${passage.documentId}:${passage.start}`, passage)
      const finding = ranking
        ? { part, sentences: [], related: [], ranking }
        : readFor(part, passages, budget.limits)
      if (finding) findings.set(part, finding)
      onProgress({ stage: 'searching', counts: { ...budget.used, passages: read.size } })
      // Other calls get their turn between the steps of this one.
      await scheduler.yield()
    }
  } while (findings.size < parts.length && budget.nextRound())
  return {
    findings: parts.map(part => {
      const nothing = { part, sentences: [], related: [], isSkipped: !lookedFor.has(part) }
      return findings.get(part) ?? nothing
    }),
    passages: [...read.values()].toSorted((one, other) => other.score - one.score),
  }
}

async function searchFor(
  part: Part,
  { source, policy, budget }: GatherOptions,
): Promise<Passage[]> {
  const { subject, question, attribute } = part
  // The first rounds look where the subject is known to be, all of them everywhere.
  const limit = budget.limits.passagesPerQuery * budget.used.rounds
  if (subject && attribute === undefined) return beginningOf(subject, source)
  const texts = new Set([
    question,
    attribute === undefined ? question : `${attribute} ${subject?.name ?? ''}`,
  ])
  const found = new Map<string, Passage>()
  for (const text of texts) {
    for (const documentIds of subject?.documentIds.length
      ? [subject.documentIds, undefined]
      : [undefined]) {
      if (!budget.takeQuery()) break
      const query = documentIds
        ? { text, policy, documentIds, limit: limit * OWN_DOCUMENT_FACTOR }
        : { text, policy, limit }
      for (const passage of await source.search(query)) {
        const key = `${passage.documentId}:${passage.start}`
        if (!found.has(key)) found.set(key, passage)
      }
      const isEnough =
        budget.limits.relatedPerPart === 0 && fieldsFor(part, [...found.values()]).length > 0
      if (isEnough) return [...found.values()]
    }
  }
  for (const passage of await readWhole([...found.values()], source)) {
    const key = `${passage.documentId}:${passage.start}`
    if (!found.has(key)) found.set(key, passage)
  }
  return [...found.values()]
}

/**
 * What search finds of a short document is read with the rest of it: what a table counts in, or who
 * "they" are, stands elsewhere on the page.
 */
async function readWhole(found: readonly Passage[], source: Source): Promise<Passage[]> {
  const best = [...new Set(found.map(({ documentId }) => documentId))].slice(0, MOST_READ_WHOLE)
  const documents = await Promise.all(best.map(source.read))
  return documents.filter(passages => passages.length <= SHORT_DOCUMENT_PASSAGES).flat()
}

function readFor(
  part: Part,
  passages: readonly Passage[],
  { sentencesPerPart, relatedPerPart }: Budget,
): Finding | undefined {
  if (passages.length === 0) return undefined
  const { attribute, subject } = part
  const question = understandQuestion(part.question)
  const fields = fieldsFor(part, passages)
  const read =
    fields.length > 0 && relatedPerPart === 0
      ? []
      : findSentences(question, passages, {
          limit: sentencesPerPart * SENTENCES_CONSIDERED,
        }).filter(isStatement)
  const isOverview = subject !== undefined && attribute === undefined
  const answers = isOverview
    ? opening(passages)
    : fields.length > 0
      ? fields
      : answersFrom(read, { question, subject })
  const timely = answers.flatMap(found => ofYears(found, question) ?? [])
  const tableAnswer = answerFromTables(part.question, aroundTables(passages))
  const isTrusted = tableAnswer !== undefined && tableAnswer.confidence >= LEAST_CONFIDENCE
  // A report can say that what it gives is of other years; a short answer must be what was asked for.
  const isUntimely = timely.length === 0 && !isTrusted && relatedPerPart > 0 && fields.length > 0
  const sentences = isUntimely ? answers : timely
  if (sentences.length === 0 && !isTrusted) return undefined
  return {
    part,
    sentences: sentences.slice(0, sentencesPerPart * 2),
    related: read.filter(found => isRelated(found, part)).slice(0, relatedPerPart),
    ...(isTrusted && { tableAnswer }),
    ...(isUntimely && { missedYears: question.years }),
  }
}

/** The fields of the subject's own documents that are what was asked for. */
function fieldsFor({ attribute, subject }: Part, passages: readonly Passage[]): FoundSentence[] {
  if (attribute === undefined || !subject) return []
  const own = passages.filter(({ documentId }) => subject.documentIds.includes(documentId))
  const found = findFields(attribute, own).filter(isStatement)
  return found.filter(({ score }) => score >= LEAST_OF_BEST * (found[0]?.score ?? 0))
}

/** Whoever asks about something as a whole gets what its document begins with. */
async function beginningOf({ documentIds }: Subject, source: Source): Promise<Passage[]> {
  const documents = await Promise.all(documentIds.slice(0, MOST_OVERVIEWS).map(source.read))
  return documents.flatMap(passages => passages.slice(0, OVERVIEW_PASSAGES))
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
