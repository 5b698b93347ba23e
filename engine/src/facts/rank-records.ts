import type { RankedField, Ranking } from '../evidence/finding.ts'
import type { FoundSentence } from '../evidence/found-sentence.ts'
import { findFields } from '../extractive/find-fields.ts'
import type { OpenBudget } from '../open-budget.ts'
import type { Superlative } from '../plan/superlative.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import type { Source } from '../search/source.ts'
import { leadingValue } from '../text/leading-value.ts'
import { chooseLabel } from './choose-label.ts'
import { findRecords } from './find-records.ts'
import { limitRecords } from './limit-records.ts'
import { listRecords } from './list-records.ts'

const MOST_PASSAGES = 5_000
const MOST_LISTED = 25
/** With fewer there is nothing to rank. */
const LEAST_RECORDS = 3
/** So many of the documents must give the figure. */
const LEAST_SHARE = 0.6

/** Puts all documents about things of a kind in the order of a figure that they give. */
export async function rankRecords(
  { kind, attribute, direction, count, place, scope, threshold, isQuality }: Superlative,
  { source, policy, budget }: { source: Source; policy: SourcePolicy; budget: OpenBudget },
): Promise<Ranking | undefined> {
  if (!budget.takeQuery()) return undefined
  const all = await findRecords(kind, { source, policy })
  const within =
    scope === undefined ? undefined : await limitRecords(all, scope, { source, policy })
  const documentIds = within ? new Set(within.keys()) : all
  if (documentIds.size < LEAST_RECORDS || !budget.takeQuery()) return undefined
  if (isQuality) return listRecords(attribute, { documentIds, source, policy })
  const query = { text: attribute, policy, documentIds: [...documentIds], limit: MOST_PASSAGES }
  const fields = findFields(attribute, await source.search(query))
  const label = chooseLabel(attribute, fields)
  const figures = fields.flatMap(field => readFigure(field, { label, within }))
  // The first of those that happened to be found need not be the first of all.
  if (label === undefined || figures.length < LEAST_SHARE * documentIds.size) return undefined
  const sign = direction === 'highest' ? -1 : 1
  const ranked = figures.toSorted((one, other) => sign * (amount(one) - amount(other)))
  const beyond = threshold && ranked.filter(entry => sign * (amount(entry) - threshold.value) < 0)
  const entries = beyond?.slice(0, MOST_LISTED) ?? ranked.slice(0, count)
  if (entries.length === 0) return undefined
  return {
    label,
    direction,
    entries,
    among: figures.length,
    ...(place !== undefined && place <= entries.length && { place }),
    ...(within && { scope: commonScope([...within.values()]) }),
    ...(threshold && beyond && { beyond: { ...threshold, total: beyond.length } }),
  }
}

function readFigure(
  field: FoundSentence,
  {
    label,
    within,
  }: { label: string | undefined; within: ReadonlyMap<number, FoundSentence> | undefined },
): RankedField[] {
  if (field.label === undefined || field.label !== label) return []
  const { passage, span } = field
  const value = leadingValue(passage.text, { start: span.start + label.length + 2, end: span.end })
  const scope = within?.get(passage.documentId)
  return value.quantity ? [{ field, value, ...(scope && { scope }) }] : []
}

/** What most of the fields say, such as "Africa". */
function commonScope(fields: readonly FoundSentence[]): string {
  const values = Map.groupBy(fields, ({ text }) => text)
  const [most = ''] =
    [...values].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? []
  return most
}

function amount({ value }: RankedField): number {
  return value.quantity?.value ?? 0
}
