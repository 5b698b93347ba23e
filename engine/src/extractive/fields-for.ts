import type { FoundSentence } from '../evidence/found-sentence.ts'
import type { Passage } from '../library/passage.ts'
import type { Part } from '../plan/part.ts'
import { findFields } from './find-fields.ts'
import { isStatement } from './units.ts'

/** Fields that fit less than so are about something else that has the word in its name. */
const LEAST_OF_BEST = 0.5

/** The fields of the subject's own documents that are what was asked for. */
export function fieldsFor(
  { attribute, subject }: Part,
  passages: readonly Passage[],
): FoundSentence[] {
  if (attribute === undefined || !subject) return []
  const own = passages.filter(({ documentId }) => subject.documentIds.includes(documentId))
  const found = findFields(attribute, own).filter(isStatement)
  return found.filter(({ score }) => score >= LEAST_OF_BEST * (found[0]?.score ?? 0))
}
