import type { Finding } from '../evidence/finding.ts'
import type { FoundSentence } from '../evidence/found-sentence.ts'
import type { Passage } from '../library/passage.ts'
import { mapAtOnce } from '../map-at-once.ts'
import type { Model } from '../model/model.ts'
import type { Part } from '../plan/part.ts'
import { readWithModel } from '../read/read-with-model.ts'
import type { OpenBudget } from './open-budget.ts'
import { withoutFault } from './without-fault.ts'

/**
 * Has a model read the passages of each part, several parts at once, and tells what the parts'
 * findings become. What it does not get to stays as the rules have it.
 */
export async function readTogether(
  passagesOf: ReadonlyMap<Part, readonly Passage[]>,
  findings: ReadonlyMap<Part, Finding>,
  { model, budget }: { model: Model; budget: OpenBudget },
): Promise<ReadonlyMap<Part, Finding | undefined>> {
  const { limits } = budget
  const read = new Map<Part, Finding | undefined>()
  const parts = [...passagesOf].filter(([, passages]) => passages.length > 0)
  // Several parts share the readers; a single one has them all.
  const readers = Math.max(1, Math.floor(limits.readers / Math.max(1, parts.length)))
  await mapAtOnce(parts, limits.readers, async ([part, passages]) => {
    const timeoutMs = budget.searchEndsAt - performance.now()
    if (timeoutMs <= 0) return
    const quotes = await withoutFault(() =>
      readWithModel(model, {
        question: part.question,
        passages: passages.slice(0, limits.passagesPerQuery),
        most: limits.sentencesPerPart * 2,
        readers,
        timeoutMs,
      }),
    )
    if (quotes) read.set(part, merge(part, findings.get(part), quotes))
  })
  return read
}

/** The model says which prose answers; fields, figures and rankings were found by what they are. */
function merge(
  part: Part,
  known: Finding | undefined,
  quotes: readonly FoundSentence[],
): Finding | undefined {
  const fields = known?.sentences.filter(({ label }) => label !== undefined) ?? []
  const added = quotes.filter(quote => !fields.some(field => isSamePlace(field, quote)))
  const sentences = [...fields, ...added]
  const isFound = sentences.length > 0 || known?.tableAnswer || known?.ranking
  if (!isFound) return undefined
  return { ...(known ?? { part, related: [] }), sentences }
}

function isSamePlace(one: FoundSentence, other: FoundSentence): boolean {
  return (
    one.passage.documentId === other.passage.documentId &&
    one.passage.start + one.span.start < other.passage.start + other.span.end &&
    other.passage.start + other.span.start < one.passage.start + one.span.end
  )
}
