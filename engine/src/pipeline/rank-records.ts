import type { RankedField, Ranking } from '../evidence/finding.ts'
import type { Superlative } from '../plan/read-superlative.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import { findFields } from '../read/find-fields.ts'
import type { FoundSentence } from '../read/find-sentences.ts'
import { leadingValue } from '../read/leading-value.ts'
import type { Source } from '../search/source.ts'
import type { OpenBudget } from './open-budget.ts'

const MOST_RECORDS = 1_000
const MOST_PASSAGES = 5_000
/** With fewer there is nothing to rank. */
const LEAST_RECORDS = 3
/** So many of the documents must give the figure. */
const LEAST_SHARE = 0.75

/** Puts all documents about things of a kind in the order of a figure that they give. */
export async function rankRecords(
  { kind, attribute, direction, count }: Superlative,
  { source, policy, budget }: { source: Source; policy: SourcePolicy; budget: OpenBudget },
): Promise<Ranking | undefined> {
  if (!budget.takeQuery()) return undefined
  // A document about a country has a field that says so, such as its country name.
  const about = await source.search({ text: `${kind} name`, policy, limit: MOST_RECORDS })
  const named = findFields(`${kind} name`, about)
  const records = named.length > 0 ? named : findFields(kind, about)
  const documentIds = new Set(records.map(({ passage }) => passage.documentId))
  if (documentIds.size < LEAST_RECORDS || !budget.takeQuery()) return undefined
  const query = { text: attribute, policy, documentIds: [...documentIds], limit: MOST_PASSAGES }
  const fields = findFields(attribute, await source.search(query))
  const label = fields[0]?.label
  const figures = fields.flatMap(field => readFigure(field, label))
  // The first of those that happened to be found need not be the first of all.
  if (label === undefined || figures.length < LEAST_SHARE * documentIds.size) return undefined
  const sign = direction === 'highest' ? -1 : 1
  const ranked = figures.toSorted((one, other) => sign * (amount(one) - amount(other)))
  return { label, direction, entries: ranked.slice(0, count), among: figures.length }
}

function readFigure(field: FoundSentence, label: string | undefined): RankedField[] {
  if (field.label === undefined || field.label !== label) return []
  const { passage, span } = field
  const value = leadingValue(passage.text, { start: span.start + label.length + 2, end: span.end })
  return value.quantity ? [{ field, value }] : []
}

function amount({ value }: RankedField): number {
  return value.quantity?.value ?? 0
}
