import type { DatabaseSync } from 'node:sqlite'
import { STOP_WORDS } from '../text/stop-words.ts'
import { type Word, words } from '../text/words.ts'

/** A phrase with the number of passages that have it. */
export interface WeighedTerm {
  readonly term: string
  readonly passages: number
}

interface Match {
  readonly expression: string
  /** It matches too many passages to score them all. */
  readonly isTooWide: boolean
}

const MOST_TERMS = 32
/** Terms are ranked by how rare they are up to here; beyond, two are as good as all. */
const MOST_COUNTED = 100_000
const MOST_UNCOUNTED = 2
const MOST_COUNTED_OF_MANY = 2_000
const MOST_QUERY_TERMS = 512
const LONGEST_TERM = 64

/**
 * Yields expressions for the index, best first, so that scoring stays within `most` passages: a score
 * takes twenty times as long as a match. Rare words choose the passages and frequent ones order them;
 * words that are all frequent must occur together.
 */
export function* matchExpressions(
  terms: readonly WeighedTerm[],
  { most, count }: { most: number; count: (expression: string) => number },
): Generator<Match> {
  const sorted = byRarity(terms)
  const all = sorted.map(({ term }) => term)
  const rare = withinSum(sorted, most)
  const frequent = all.slice(rare.length)
  // A word that is named twice counts twice, which ranks it further above frequent ones.
  const ordered = (expression: string) =>
    all.length === 1 ? expression : `${expression} AND ${anyOf(all)}`
  if (rare.length === all.length && rare.length > 0) {
    yield { expression: anyOf(rare), isTooWide: false }
    return
  }
  if (rare.length > 0) yield { expression: ordered(anyOf(rare)), isTooWide: false }
  for (let together = 2, isTooWide = true; together <= frequent.length && isTooWide; together++) {
    const expression = frequent.slice(0, together).join(' AND ')
    const passages = count(expression)
    if (passages === 0) break
    isTooWide = passages > most
    if (!isTooWide || together === frequent.length) {
      yield { expression: ordered(expression), isTooWide }
    }
  }
  if (frequent[0] !== undefined) yield { expression: ordered(frequent[0]), isTooWide: true }
}

/** Returns the terms that occur, rarest first. */
function byRarity(terms: readonly WeighedTerm[]): WeighedTerm[] {
  return terms
    .filter(({ passages }) => passages > 0)
    .sort((one, other) => one.passages - other.passages)
}

/** Returns the first terms whose passages together are within the bound. */
export function withinSum(terms: readonly WeighedTerm[], most: number): string[] {
  const chosen: string[] = []
  let sum = 0
  for (const { term, passages } of terms) {
    sum += passages
    if (sum > most) break
    chosen.push(term)
  }
  return chosen
}

export function anyOf(terms: readonly string[]): string {
  return `(${terms.join(' OR ')})`
}

/** Returns the library's rarest terms of a query, no more than help to rank. */
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

/** Counts the matching passages up to `most`. */
export function countPassages(
  database: DatabaseSync,
  expression: string,
  { most }: { most: number },
): number {
  const row = database
    .prepare(
      `SELECT count(*) AS n FROM (
         SELECT 1 FROM passage_index WHERE passage_index MATCH ? LIMIT ?)`,
    )
    .get(expression, most)
  return Number(row?.['n'])
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
    byStem.set(word.stem, `"${withoutEnding(word.text)}"`)
  }
  return [...byStem.values()]
}

/** "US" and "WHO" are names, unless everything is written in capitals. */
function isAcronym({ text }: Word, query: string): boolean {
  return /^\p{Lu}{2,}$/u.test(text) && /\p{Ll}/u.test(query)
}

/** Drops the `s` of a genitive, because the index splits words at apostrophes. */
function withoutEnding(text: string): string {
  return text.replace(/['’](?:s|re|ve|ll|d|m|t)?$/i, '')
}
