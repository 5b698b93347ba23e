import type { Part } from '../plan/part.ts'
import type { FoundSentence } from '../read/find-sentences.ts'

/**
 * How much of a question a sentence must hold, with its title and headings, to count as an answer.
 * Below this nothing was found, and saying so is the right answer.
 */
const LEAST_COVERAGE = 0.5
const LEAST_OVERLAP = 0.2
const LEAST_RELATED_OVERLAP = 0.15

export function answers({ coverage, overlap }: FoundSentence, _part: Part): boolean {
  return coverage >= LEAST_COVERAGE && overlap >= LEAST_OVERLAP
}

/** Not an answer, but about the same thing. */
export function isRelated({ overlap, passage }: FoundSentence, { subject }: Part): boolean {
  const isAboutSubject = subject?.documentIds.includes(passage.documentId) ?? true
  return isAboutSubject && overlap >= LEAST_RELATED_OVERLAP
}
