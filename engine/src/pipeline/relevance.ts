import type { Part } from '../plan/part.ts'
import type { Question } from '../plan/question.ts'
import type { FoundSentence } from '../read/find-sentences.ts'
import { contentWords, words } from '../text/words.ts'

/**
 * How much of a question a sentence must hold, with its title and headings, to count as an answer.
 * Below this nothing was found, and saying so is the right answer.
 */
const LEAST_COVERAGE = 0.5
const LEAST_OVERLAP = 0.2
const LEAST_RELATED_OVERLAP = 0.4

export function answers(found: FoundSentence, question: Question): boolean {
  return (
    found.coverage >= LEAST_COVERAGE && found.overlap >= LEAST_OVERLAP && isNamed(found, question)
  )
}

/** Whoever asks about somebody by name wants nothing about others. */
function isNamed({ text, passage }: FoundSentence, { names }: Question): boolean {
  if (names.length === 0) return true
  const around = [text, passage.title, ...passage.headings].join(' ')
  const known = new Set(words(around).map(({ folded }) => folded))
  return names.some(name => contentWords(name).every(({ folded }) => known.has(folded)))
}

/** Not an answer, but about the same thing. */
export function isRelated({ overlap, passage }: FoundSentence, { subject }: Part): boolean {
  const isAboutSubject = subject?.documentIds.includes(passage.documentId) ?? true
  return isAboutSubject && overlap >= LEAST_RELATED_OVERLAP
}
