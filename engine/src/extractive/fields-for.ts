import type { FoundSentence } from '../evidence/found-sentence.ts'
import type { Passage } from '../library/passage.ts'
import type { Part } from '../plan/part.ts'
import { findFields } from './find-fields.ts'
import { isStatement } from './units.ts'

/** Fields below this share of the best score are about something else with the same word in its name. */
const LEAST_OF_BEST = 0.5

/** Returns the fields of the subject's own documents that match the attribute. */
export function fieldsFor(
  { attribute, subject }: Part,
  passages: readonly Passage[],
): FoundSentence[] {
  if (attribute === undefined || !subject) return []
  const own = passages.filter(({ documentId }) => subject.documentIds.includes(documentId))
  const found = findFields(attribute, own).filter(isStatement)
  return found.filter(({ score }) => score >= LEAST_OF_BEST * (found[0]?.score ?? 0))
}
