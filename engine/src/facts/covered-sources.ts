import type { Library } from '../library/open-library.ts'
import type { Collection } from './fact.ts'
import type { Facts } from './open-facts.ts'
import { PROFILES } from './profile-documents.ts'

/** The sources that an engine answers from without asking anybody else. */
interface CoveredSources {
  readonly collections: readonly Pick<Collection, 'title' | 'publisher' | 'edition' | 'facts'>[]
  /** Documents in the library that the operator added. */
  readonly documents: number
}

export function coveredSources(library: Library, facts: Facts): CoveredSources {
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
