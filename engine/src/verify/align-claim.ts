import { sentences } from '../text/sentences.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { type Word, words } from '../text/words.ts'
import { NUMBER_WORDS } from './number-words.ts'

/** A claim's words beside those of every sentence of its quotes. */
export interface Alignment {
  readonly words: readonly ClaimWord[]
  /** How many different words the claim has; ids run from 0. */
  readonly size: number
  readonly rows: readonly Row[]
}

export interface ClaimWord extends Word {
  /** Words of one family share an id. */
  readonly id: number
  readonly isContent: boolean
  /** What finding it counts for: numbers and long words are seldom there by chance. */
  readonly weight: number
}

/** One sentence of a quote. */
export interface Row {
  /** The id of each word in order, -1 for a word that the claim has not. */
  readonly ids: readonly number[]
  /** For each id how well the sentence has it: 1 itself, less a word with the same beginning. */
  readonly hits: Float32Array
  readonly text: string
}

const MOST_CLAIM_WORDS = 150
const MOST_QUOTE_CHARACTERS = 60_000
const MOST_SENTENCES = 2_000
const PREFIX_LENGTH = 5
const PREFIX_STRENGTH = 0.8
const NUMBER_WEIGHT = 1.6

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

/** What a word is compared by. */
export function keyOf({ folded, stem }: Word): string {
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
