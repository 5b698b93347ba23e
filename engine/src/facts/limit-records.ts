import type { FoundSentence } from '../evidence/found-sentence.ts'
import { unitsOf } from '../extractive/units.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import type { Source } from '../search/source.ts'

const MOST_PASSAGES = 5_000
/** What names where something belongs is short; a longer value only mentions it. */
const MOST_VALUE_WORDS = 6

type Field = FoundSentence & { readonly label: string }

/**
 * For each document that belongs to a region or group the field that says so. Of all fields that hold
 * the name, the label that puts most documents there decides: a text about trade may mention it too.
 */
export async function limitRecords(
  documentIds: ReadonlySet<number>,
  scope: string,
  { source, policy }: { source: Source; policy: SourcePolicy },
): Promise<ReadonlyMap<number, FoundSentence>> {
  const ids = [...documentIds]
  const query = { text: searchable(scope), policy, documentIds: ids, limit: MOST_PASSAGES }
  const fields = (await source.search(query))
    .flatMap(unitsOf)
    .flatMap(({ label, ...unit }): Field[] =>
      label === undefined ? [] : [{ ...unit, label, score: 1 }],
    )
  const belongs = isNamed(scope)
  const groups = [...Map.groupBy(fields, topic).values()].map(group => {
    // What a record says first is about itself; the rest may be about parts of it far away.
    const first = new Map<number, Field>()
    for (const field of group.toSorted((one, other) => placeOf(one) - placeOf(other))) {
      if (!first.has(field.passage.documentId)) first.set(field.passage.documentId, field)
    }
    return new Map([...first].filter(([, field]) => belongs(field)))
  })
  return groups.toSorted((one, other) => other.size - one.size)[0] ?? new Map()
}

function isNamed(scope: string): (field: Field) => boolean {
  const name = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(scope)}`, 'iu')
  return ({ text, label }) => {
    const [value = ''] = text
      .slice(label.length + 1)
      .trim()
      .split(/;\s/, 1)
    return value.split(/\s+/).length <= MOST_VALUE_WORDS && name.test(value)
  }
}

/** The label without what it is told apart by: `Map references — mainland` is about map references. */
export function topic({ label }: { readonly label: string }): string {
  return label.split(' — ')[0] ?? label
}

function placeOf({ passage, span }: Field): number {
  return passage.start + span.start
}

/** An index of words finds no beginnings of words: those of adjectives are completed. */
function searchable(scope: string): string {
  return ['', 'e', 'a', 'ean', 'an'].map(ending => `${scope}${ending}`).join(' ')
}
