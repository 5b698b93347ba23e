import { findFields } from '../extractive/find-fields.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import type { Source } from '../search/source.ts'

const MOST_RECORDS = 1_000
const MOST_PASSAGES = 5_000
/** A field that so many of the records have belongs to the kind. */
const MOST_HAVE_IT = 0.7
/** The label is the attribute, not one that merely has its words. */
const LEAST_FIT = 0.9
const COUNTRY = /^(?:countr(?:y|ies)|states?)$/

/** The documents about things of a kind, by their ids. */
export async function findRecords(
  kind: string,
  { source, policy }: { source: Source; policy: SourcePolicy },
): Promise<ReadonlySet<number>> {
  // A document about a country has a field that says so, such as its country name.
  const about = await source.search({ text: `${kind} name`, policy, limit: MOST_RECORDS })
  const named = findFields(`${kind} name`, about)
  const records = named.length > 0 ? named : findFields(kind, about)
  const all = new Set(records.map(({ passage }) => passage.documentId))
  if (!COUNTRY.test(kind)) return all
  const having = async (attribute: string) => {
    const query = { text: attribute, policy, documentIds: [...all], limit: MOST_PASSAGES }
    const found = findFields(attribute, await source.search(query))
    return new Set(
      found
        .filter(({ label, score }) => label !== undefined && score >= LEAST_FIT)
        .map(({ passage }) => passage.documentId),
    )
  }
  // What has a country name may still be a territory of another, or nobody's.
  const sovereign = all.difference(await having('dependency status'))
  const governed = sovereign.intersection(await having('capital'))
  return governed.size >= MOST_HAVE_IT * sovereign.size ? governed : sovereign
}
