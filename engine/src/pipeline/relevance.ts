import type { Part } from '../plan/part.ts'
import type { Question } from '../plan/question.ts'
import type { FoundSentence } from '../read/find-sentences.ts'
import { contentWords, type Word, words } from '../text/words.ts'

/**
 * How much of a question a sentence must hold, with its title and headings, to count as an answer.
 * Below this nothing was found, and saying so is the right answer.
 */
const LEAST_COVERAGE = 0.5
const LEAST_OVERLAP = 0.2
const SURE_COVERAGE = 0.75
const LEAST_RELATED_OVERLAP = 0.4

export function answers(found: FoundSentence, question: Question): boolean {
  const { coverage, overlap, text, passage } = found
  if (coverage < LEAST_COVERAGE || overlap < LEAST_OVERLAP) return false
  const around = words([text, passage.title, ...passage.headings].join(' '))
  return isNamed(question, around) && (coverage >= SURE_COVERAGE || saysWhatOfIt(question, around))
}

/** Whoever asks about somebody by name wants nothing about others. */
function isNamed({ names }: Question, around: readonly Word[]): boolean {
  const known = new Set(around.map(({ folded }) => folded))
  return (
    names.length === 0 ||
    names.some(name => contentWords(name).every(({ folded }) => known.has(folded)))
  )
}

/** A name alone answers nothing: something else of the question must be there too. */
function saysWhatOfIt({ names, stems }: Question, around: readonly Word[]): boolean {
  const ofNames = new Set(contentWords(names.join(' ')).map(({ stem }) => stem))
  const others = stems.filter(stem => !ofNames.has(stem))
  const known = new Set(around.map(({ stem }) => stem))
  return others.length === 0 || others.some(stem => known.has(stem))
}

/** Not an answer, but about the same thing. */
export function isRelated({ overlap, passage }: FoundSentence, { subject }: Part): boolean {
  const isAboutSubject = subject?.documentIds.includes(passage.documentId) ?? true
  return isAboutSubject && overlap >= LEAST_RELATED_OVERLAP
}
