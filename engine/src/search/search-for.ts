import type { Passage } from '../library/passage.ts'
import type { OpenBudget } from '../open-budget.ts'
import type { Part, Subject } from '../plan/part.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import type { Source } from './source.ts'

/** More is read where the subject is known to be. */
const OWN_DOCUMENT_FACTOR = 4
const MOST_OVERVIEWS = 3
const MOST_READ_WHOLE = 2
const SHORT_DOCUMENT_PASSAGES = 12
const OVERVIEW_PASSAGES = 8

/** Finds passages for a part, first in its subject's documents, then in all; more in each round. */
export async function searchFor(
  part: Part,
  { source, policy, budget }: { source: Source; policy: SourcePolicy; budget: OpenBudget },
): Promise<Passage[]> {
  const { subject, question, attribute } = part
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
    }
  }
  for (const passage of await readWhole([...found.values()], source)) {
    const key = `${passage.documentId}:${passage.start}`
    if (!found.has(key)) found.set(key, passage)
  }
  return [...found.values()]
}

/**
 * Adds the rest of a short document to its passages: the unit of a table, or the meaning of "they", may be
 * elsewhere on the page.
 */
async function readWhole(found: readonly Passage[], source: Source): Promise<Passage[]> {
  const best = [...new Set(found.map(({ documentId }) => documentId))].slice(0, MOST_READ_WHOLE)
  const documents = await Promise.all(best.map(source.read))
  return documents.filter(passages => passages.length <= SHORT_DOCUMENT_PASSAGES).flat()
}

/** A question about a subject as a whole gets the beginning of its document. */
async function beginningOf({ documentIds }: Subject, source: Source): Promise<Passage[]> {
  const documents = await Promise.all(documentIds.slice(0, MOST_OVERVIEWS).map(source.read))
  return documents.flatMap(passages => passages.slice(0, OVERVIEW_PASSAGES))
}
