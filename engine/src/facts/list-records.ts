import type { Ranking } from '../evidence/finding.ts'
import { findFields } from '../extractive/find-fields.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import type { Source } from '../search/source.ts'
import { leadingValue } from '../text/leading-value.ts'
import { limitRecords, topic } from './limit-records.ts'

const MOST_PASSAGES = 5_000
const MOST_LISTED = 60
/** With fewer it may be chance that they use the same word. */
const LEAST_ALIKE = 3
/** So many of the records must say something under the label for a count to mean anything. */
const LEAST_SHARE = 0.75

interface ListOptions {
  readonly documentIds: ReadonlySet<number>
  readonly source: Source
  readonly policy: SourcePolicy
}

/** The records that have a word under the same label, such as those whose coastline is "landlocked". */
export async function listRecords(
  quality: string,
  { documentIds, source, policy }: ListOptions,
): Promise<Ranking | undefined> {
  const alike = [...(await limitRecords(documentIds, quality, { source, policy })).values()]
  const label = alike[0]?.label && topic({ label: alike[0].label })
  if (label === undefined || alike.length < LEAST_ALIKE) return undefined
  const query = { text: label, policy, documentIds: [...documentIds], limit: MOST_PASSAGES }
  const said = findFields(label, await source.search(query)).filter(field =>
    field.label?.startsWith(label),
  )
  const among = new Set(said.map(({ passage }) => passage.documentId)).size
  if (among < LEAST_SHARE * documentIds.size) return undefined
  const entries = alike
    .toSorted((one, other) => one.passage.title.localeCompare(other.passage.title, 'en'))
    .slice(0, MOST_LISTED)
    .map(field => {
      const { passage, span } = field
      const start = span.start + (field.label ?? '').length + 2
      return { field, value: leadingValue(passage.text, { start, end: span.end }) }
    })
  return {
    label,
    direction: 'highest',
    entries,
    among,
    quality: { text: quality, total: alike.length },
  }
}
