import type { Passage } from '../library/passage.ts'
import type { OpenBudget } from '../open-budget.ts'
import type { Part } from '../plan/plan-research.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import type { Source } from './source.ts'

const MOST_READ_WHOLE = 2
const SHORT_DOCUMENT_PASSAGES = 12

/** Finds passages for a part of the question; more in each round. */
export async function searchFor(
  { question }: Pick<Part, 'question'>,
  { source, policy, budget }: { source: Source; policy: SourcePolicy; budget: OpenBudget },
): Promise<Passage[]> {
  if (!budget.takeQuery()) return []
  const limit = budget.limits.passagesPerQuery * budget.used.rounds
  const found = await source.search({ text: question, policy, limit })
  return distinctPassages([...found, ...(await readWhole(found, source))])
}

/**
 * Reads the rest of short documents among those found: the unit of a table, or the meaning of "they", may
 * be elsewhere on the page.
 */
async function readWhole(found: readonly Passage[], source: Source): Promise<Passage[]> {
  const best = [...new Set(found.map(({ documentId }) => documentId))].slice(0, MOST_READ_WHOLE)
  const documents = await Promise.all(best.map(source.read))
  return documents.filter(passages => passages.length <= SHORT_DOCUMENT_PASSAGES).flat()
}

/** Keeps the first of those at the same place. */
export function distinctPassages(passages: readonly Passage[]): Passage[] {
  const byPlace = Map.groupBy(passages, ({ documentId, start }) => `${documentId}:${start}`)
  return [...byPlace.values()].flatMap(([first]) => first ?? [])
}
