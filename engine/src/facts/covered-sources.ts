import type { Library } from '../library/open-library.ts'
import type { Facts } from './facts.ts'
import { PROFILES } from './profile-documents.ts'

/** The sources that an engine answers from without asking anybody else, and how many documents the operator added. */
export function coveredSources(library: Library, facts: Facts) {
  const region = facts
    .attributes()
    .find(({ collection, label }) => collection === PROFILES.collection && label === 'Region')
  const profiles = region ? facts.find({ attributes: [region.id] }) : []
  const indexed = profiles.filter(({ source }) => library.has(source.url)).length
  return {
    collections: facts.collections().map(({ title, publisher, edition, facts: count }) => ({
      ...{ title, publisher, edition },
      facts: count,
    })),
    documents: Math.max(0, library.counts().documents - indexed),
  }
}
