import type { Document } from '../library/document.ts'
import type { LibraryStore } from '../library/library-store.ts'
import type { Library } from '../library/open-library.ts'
import type { Fact } from './fact.ts'
import type { Facts } from './open-facts.ts'
import { writeValue } from './write-fact.ts'

/** The collection whose subjects are also documents, so that search finds them for open questions. */
export const PROFILES = {
  collection: 'world-factbook',
  url: 'https://www.cia.gov/the-world-factbook',
} as const

const MARK = 'starter'
/** Increase when the documents change. */
const VERSION = '2'
const PAGE = 1_000
/** An older edition of the same profiles. */
const SUPERSEDED = 'https://github.com/factbook'

/**
 * Adds the profiles to a new library as documents. The mark is set after the last one, so an interrupted
 * start is repeated, and documents that the operator removes later stay removed.
 */
export async function addProfiles(
  library: LibraryStore,
  facts: Facts,
): Promise<{ readonly added: number }> {
  const mark = await library.readMark(MARK)
  if (mark === VERSION) return { added: 0 }
  const isWanted = mark === undefined || hasSuperseded(library.index)
  const { added } = await library.add(isWanted ? profileDocuments(facts) : [])
  // Removed last, so that a start that is interrupted before knows that the profiles are wanted.
  await library.remove(SUPERSEDED)
  await library.writeMark(MARK, VERSION)
  return { added }
}

function hasSuperseded(library: Library): boolean {
  let after: number | undefined
  for (;;) {
    const page = library.list({ limit: PAGE, ...(after !== undefined && { after }) })
    if (page.some(({ url }) => url.startsWith(SUPERSEDED))) return true
    after = page.at(-1)?.documentId
    if (page.length < PAGE) return false
  }
}

/** One document for each country, territory and ocean: sections of fields, one line each. */
export function* profileDocuments(facts: Facts): Generator<Document> {
  const attributes = facts
    .attributes()
    .filter(({ collection }) => collection === PROFILES.collection)
    .map(({ id }) => id)
  for (const subject of facts.subjectsWith(attributes)) {
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
