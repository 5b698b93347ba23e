import type { Document } from '../library/document.ts'
import type { LibraryStore } from '../library/library-store.ts'
import type { Fact } from './fact.ts'
import type { Facts } from './facts.ts'
import { writeValue } from './write-fact.ts'

/** The collection whose subjects are also documents, so that search finds them for open questions. */
export const PROFILES = {
  collection: 'world-factbook',
  url: 'https://www.cia.gov/the-world-factbook',
} as const

const KINDS = ['country', 'territory', 'region', 'ocean']
const MARK = 'starter'

/**
 * Adds the profiles to a new library as documents. The mark is set after the last one, so an interrupted
 * start is repeated, and documents that the operator removes later stay removed.
 */
export async function addProfiles(
  library: LibraryStore,
  facts: Facts,
): Promise<{ readonly added: number }> {
  if ((await library.readMark(MARK)) !== undefined) return { added: 0 }
  const { added } = await library.add(profileDocuments(facts))
  await library.writeMark(MARK, '2')
  return { added }
}

/** One document for each country, territory and ocean: sections of fields, one line each. */
export function* profileDocuments(facts: Facts): Generator<Document> {
  const attributes = facts
    .attributes()
    .filter(({ id, collection }) => id >= 0 && collection === PROFILES.collection)
    .map(({ id }) => id)
  for (const subject of KINDS.flatMap(facts.subjectsOfKind)) {
    const rows = facts.find({ subjects: [subject.id], attributes })
    const [first] = rows
    if (!first) continue
    const sections = [...Map.groupBy(rows, ({ attribute }) => attribute.section)].map(
      ([section, own]) => [`# ${section}`, ...own.map(writeField)].join('\n'),
    )
    const { url, title, publishedOn } = first.source
    const aliases = facts.namesOf(subject.id).filter(name => name !== subject.name)
    const text = `${sections.join('\n\n')}\n`
    yield { url, title, aliases, text, publishedOn, language: 'en' }
  }
}

function writeField(fact: Fact): string {
  const { attribute, qualifier, year } = fact
  const value = writeValue(fact)
  const isDated = year === undefined || value.includes(String(year))
  const label = [attribute.label, qualifier, isDated ? '' : String(year)].filter(Boolean)
  return `${label.join(' — ')}: ${value}`
}
