import type { DatabaseSync } from 'node:sqlite'
import { STOP_WORDS } from '../text/stop-words.ts'
import { type Word, words } from '../text/words.ts'

/** A phrase with the number of passages that have it. */
export interface WeighedTerm {
  readonly term: string
  readonly passages: number
}

const MOST_TERMS = 32
/** Terms are ranked by how rare they are up to here; beyond, two are as good as all. */
const MOST_COUNTED = 100_000
const MOST_UNCOUNTED = 2
const MOST_QUERY_TERMS = 512
const LONGEST_TERM = 64

/**
 * Returns expressions for the index, best first, so that few score more than `most` passages: a score
 * takes twenty times as long as a match. Rare words choose the passages and frequent ones order them;
 * words that are all frequent must occur together.
 */
export function matchExpressions(terms: readonly WeighedTerm[], most: number): string[] {
  const all = terms.map(({ term }) => term)
  const rare = withinSum(terms, most)
  const frequent = all.slice(rare.length)
  if (all.length < 2 || frequent.length === 0) return all.length > 0 ? [anyOf(all)] : []
  const choices = [
    ...(rare.length > 0 ? [anyOf(rare)] : []),
    ...frequent.map((_, at) => frequent.slice(0, at + 1).join(' AND ')).reverse(),
  ]
  // A word that is named twice counts twice, which ranks it further above frequent ones.
  return choices.map(choice => `${choice} AND ${anyOf(all)}`)
}

/** Returns the first terms whose passages together are within the bound. */
export function withinSum(terms: readonly WeighedTerm[], most: number): string[] {
  let sum = 0
  const beyond = terms.findIndex(({ passages }) => {
    sum += passages
    return sum > most
  })
  return terms.slice(0, beyond < 0 ? terms.length : beyond).map(({ term }) => term)
}

export function anyOf(terms: readonly string[]): string {
  return `(${terms.join(' OR ')})`
}

/** Returns the terms of a query that occur in the library, rarest first, no more than help to rank. */
export function tellingTerms(database: DatabaseSync, query: string): WeighedTerm[] {
  const count = database.prepare(
    'SELECT count(*) AS n FROM (SELECT 1 FROM passage_index WHERE passage_index MATCH ? LIMIT ?)',
  )
  const terms = queryTerms(query)
  // Many terms are counted less far.
  const most = Math.ceil(MOST_COUNTED / Math.max(1, terms.length / MOST_TERMS))
  const weighed = terms
    .map(term => ({ term, passages: Number(count.get(term, most)?.['n']) }))
    .filter(({ passages }) => passages > 0)
    .sort((one, other) => one.passages - other.passages)
  const counted = weighed.filter(({ passages }) => passages < most)
  return weighed.slice(0, Math.min(MOST_TERMS, counted.length + MOST_UNCOUNTED))
}

/**
 * Returns a query's terms as phrases that the index's grammar takes literally: one for each family of
 * words, and stop words only if there is nothing else.
 */
export function queryTerms(query: string): string[] {
  const all = words(query)
  const telling = all.filter(word => !STOP_WORDS.has(word.folded) || isAcronym(word, query))
  const byStem = new Map<string, string>()
  for (const word of telling.length > 0 ? telling : all) {
    if (byStem.size >= MOST_QUERY_TERMS) break
    if (word.text.length > LONGEST_TERM || byStem.has(word.stem)) continue
    // The index splits words at apostrophes, so the ending of a genitive is dropped.
    const text = word.text.replace(/['’](?:s|re|ve|ll|d|m|t)?$/i, '')
    byStem.set(word.stem, `"${text}"`)
  }
  return [...byStem.values()]
}

/** "US" and "WHO" are names, unless everything is written in capitals. */
function isAcronym({ text }: Word, query: string): boolean {
  return /^\p{Lu}{2,}$/u.test(text) && /\p{Ll}/u.test(query)
}
