import { sentences } from '../text/sentences.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { type Word, words } from '../text/words.ts'

/** A claim's words beside those of every sentence of its quotes. */
export interface Alignment {
  readonly words: readonly ClaimWord[]
  /** Number of different words in the claim; ids run from 0. */
  readonly size: number
  readonly rows: readonly Row[]
}

export interface ClaimWord extends Word {
  /** Words of one family share an id. */
  readonly id: number
  readonly isContent: boolean
  /** Numbers and long words are seldom found by chance, so they count for more. */
  readonly weight: number
}

/** One sentence of a quote. */
export interface Row {
  /** The id of each word in order, -1 for a word that the claim lacks. */
  readonly ids: readonly number[]
  /** How well the sentence matches each id: 1 for the word itself, less for one with the same beginning. */
  readonly hits: Float32Array
  readonly text: string
}

/** Small numbers that texts spell out. `one` is left out: it is a pronoun more often than a number. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  'two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, index) => [word, index + 2]),
)

const MOST_CLAIM_WORDS = 150
const MOST_QUOTE_CHARACTERS = 60_000
const MOST_SENTENCES = 2_000
const PREFIX_LENGTH = 5
const PREFIX_STRENGTH = 0.8
const NUMBER_WEIGHT = 1.6
const WINDOW = 3

export function alignClaim(claim: string, quotes: readonly string[]): Alignment {
  const ids = new Map<string, number>()
  const claimWords = words(claim)
    .slice(0, MOST_CLAIM_WORDS)
    .map(word => toClaimWord(word, ids))
  const prefixes = new Map<string, number>()
  for (const [key, id] of ids) {
    if (isLong(key)) prefixes.set(key.slice(0, PREFIX_LENGTH), id)
  }
  let left = MOST_QUOTE_CHARACTERS
  const rows: Row[] = []
  for (const quote of quotes) {
    if (left <= 0) break
    rows.push(...alignQuote(quote.slice(0, left), ids, prefixes))
    left -= quote.length
  }
  return { words: claimWords, size: ids.size, rows: rows.slice(0, MOST_SENTENCES) }
}

/** Returns the share of the claim's words, by weight, that were found. */
export function coverage(claimWords: readonly ClaimWord[], hits: Float32Array): number {
  let found = 0
  let whole = 0
  for (const { id, weight } of claimWords) {
    whole += weight
    found += weight * (hits[id] ?? 0)
  }
  return whole === 0 ? 1 : found / whole
}

/** Returns up to three neighbouring sentences that together have most of the claim's words. */
export function bestWindow(claimWords: readonly ClaimWord[], rows: readonly Row[]): readonly Row[] {
  let best: readonly Row[] = rows.slice(0, WINDOW)
  let most = 0
  for (let start = 0; start + WINDOW <= rows.length; start++) {
    const window = rows.slice(start, start + WINDOW)
    const covered = coverage(claimWords, mergeHits(window))
    if (covered > most) {
      most = covered
      best = window
    }
  }
  return best
}

/** Returns the best match in any sentence for each id. */
export function mergeHits(rows: readonly Row[]): Float32Array {
  const merged = new Float32Array(rows[0]?.hits.length ?? 0)
  for (const { hits } of rows) {
    for (let id = 0; id < merged.length; id++) {
      merged[id] = Math.max(merged[id] ?? 0, hits[id] ?? 0)
    }
  }
  return merged
}

/** The key that a word is compared by. */
function keyOf({ folded, stem }: Word): string {
  return NUMBER_WORDS.get(folded)?.toString() ?? stem
}

function toClaimWord(word: Word, ids: Map<string, number>): ClaimWord {
  const key = keyOf(word)
  const id = ids.get(key) ?? ids.size
  ids.set(key, id)
  const weight = /^\d/.test(key) ? NUMBER_WEIGHT : Math.min(NUMBER_WEIGHT, 0.4 + 0.2 * key.length)
  return { ...word, id, isContent: !STOP_WORDS.has(word.folded), weight }
}

function alignQuote(
  quote: string,
  ids: ReadonlyMap<string, number>,
  prefixes: ReadonlyMap<string, number>,
): Row[] {
  const quoteWords = words(quote)
  let at = 0
  return sentences(quote).flatMap(({ start, end }) => {
    const row = {
      ids: [] as number[],
      hits: new Float32Array(ids.size),
      text: quote.slice(start, end),
    }
    for (; at < quoteWords.length; at++) {
      const word = quoteWords[at]
      if (!word || word.start >= end) break
      const key = keyOf(word)
      const id = ids.get(key)
      row.ids.push(id ?? -1)
      if (id !== undefined) row.hits[id] = 1
      else if (isLong(key)) {
        const alike = prefixes.get(key.slice(0, PREFIX_LENGTH))
        if (alike !== undefined) row.hits[alike] = Math.max(row.hits[alike] ?? 0, PREFIX_STRENGTH)
      }
    }
    return row.ids.length > 0 ? [row] : []
  })
}

function isLong(key: string): boolean {
  return key.length >= PREFIX_LENGTH && !/^\d/.test(key)
}
