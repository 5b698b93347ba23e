import type { DatabaseSync } from 'node:sqlite'
import { countPassages } from './count-passages.ts'
import { byRarity, type WeighedTerm } from './match-expressions.ts'

const MOST_TERMS = 32
/** Terms are told apart by how rare they are up to here; beyond, two are as good as all. */
const MOST_COUNTED = 100_000
const MOST_UNCOUNTED = 2
const MOST_COUNTED_OF_MANY = 2_000

/** The terms that the library has, the rarest first, no more than tell something. */
export function tellingTerms(database: DatabaseSync, terms: readonly string[]): WeighedTerm[] {
  const weigh = (some: readonly string[], most: number) =>
    byRarity(some.map(term => ({ term, passages: countPassages(database, term, { most }) })))
  const chosen =
    terms.length <= MOST_TERMS
      ? terms
      : weigh(terms, MOST_COUNTED_OF_MANY)
          .slice(0, MOST_TERMS)
          .map(({ term }) => term)
  const weighed = weigh(chosen, MOST_COUNTED)
  const counted = weighed.filter(({ passages }) => passages < MOST_COUNTED)
  return weighed.slice(0, counted.length + MOST_UNCOUNTED)
}
