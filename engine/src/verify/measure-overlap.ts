import { quantities } from '../text/quantities.ts'
import type { Alignment, ClaimWord, Row } from './align-claim.ts'
import { bestWindow, coverage, mergeHits } from './coverage.ts'

/** How much of a claim its quotes contain. */
export interface Overlap {
  /** The share of its words, by weight, in the best three sentences that follow each other. */
  readonly words: number
  /** The share of its pairs of neighbouring words that are neighbours there too. */
  readonly pairs: number
  /** How many of its numbers the quotes lack. */
  readonly missingNumbers: number
  /** The logarithm of how much longer the quotes are: long texts share words by chance. */
  readonly lengthRatio: number
}

const MOST_WINDOW_WORDS = 600

/** Compares a plain claim with the quotes that it was aligned with. */
export function measureOverlap(claim: string, { words, rows, size }: Alignment): Overlap {
  const content = words.filter(word => word.isContent)
  const distinct = [...new Map(content.map(word => [word.id, word])).values()]
  const window = bestWindow(distinct, rows)
  const windowIds = window.flatMap(row => row.ids).slice(0, MOST_WINDOW_WORDS)
  const claimIds = words.map(word => word.id)
  const quoted = rows.reduce((sum, row) => sum + row.ids.length, 0)
  return {
    words: coverage(distinct, mergeHits(window)),
    pairs: sharedPairs(pairsOf(claimIds, size), pairsOf(windowIds, size)),
    missingNumbers: missingNumbers(claim, words, rows),
    lengthRatio: Math.log((1 + quoted) / (1 + words.length)),
  }
}

function pairsOf(ids: readonly number[], size: number): Set<number> {
  const pairs = new Set<number>()
  for (let at = 1; at < ids.length; at++) {
    const [left = -1, right = -1] = [ids[at - 1], ids[at]]
    if (left >= 0 && right >= 0) pairs.add(left * size + right)
  }
  return pairs
}

function sharedPairs(wanted: ReadonlySet<number>, found: ReadonlySet<number>): number {
  return wanted.size === 0 ? 1 : wanted.intersection(found).size / wanted.size
}

function missingNumbers(
  claim: string,
  claimWords: readonly ClaimWord[],
  rows: readonly Row[],
): number {
  const inQuotes = mergeHits(rows)
  const asWritten = new Set(
    claimWords.filter(({ id }) => inQuotes[id] === 1).map(({ folded }) => Number(folded)),
  )
  const numbers = quantities(claim).map(({ value }) => Math.abs(value))
  const open = numbers.filter(value => !asWritten.has(value))
  if (open.length === 0) return 0
  const figures = rows.filter(({ text }) => /\d/.test(text)).flatMap(({ text }) => quantities(text))
  const quoted = new Set(figures.map(({ value }) => Math.abs(value)))
  return open.filter(value => !quoted.has(value)).length
}
