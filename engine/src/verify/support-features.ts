import { quantities } from '../text/quantities.ts'
import { words } from '../text/words.ts'
import { type Alignment, type ClaimWord, keyOf, type Row } from './align-claim.ts'
import { bestCoverage, bestWindow, coverage, mergeHits } from './coverage.ts'
import { namedWords } from './named-words.ts'
import { isNegated } from './negation.ts'
import { splitClauses } from './split-clauses.ts'

/** What the judgement rests on. Shares lie between 0 and 1. */
export interface SupportFeatures {
  /** The share of the claim's words, by weight, in the best single sentence of the quotes. */
  readonly inSentence: number
  /** The same for the best three sentences that follow each other: the window. */
  readonly inWindow: number
  /** The same for all quotes together. */
  readonly inQuotes: number
  /** As in the window, for words that were not in the question already. */
  readonly newsInWindow: number
  /** The share of the pairs of neighbouring words that stand side by side in the window. */
  readonly pairsInWindow: number
  /** The share of the pairs of near content words that stand in one sentence of the quotes. */
  readonly togetherInSentence: number
  /** The logarithm of the longest run of words that the claim and the window share. */
  readonly longestRun: number
  /** The share of words of the clause that fares worst, each in its best sentence. */
  readonly weakestClause: number
  /** The longest run of content words of which the window has none. */
  readonly gap: number
  /** How many content words the window lacks. */
  readonly missingWords: number
  readonly missingNumbers: number
  /** The share of names that the quotes lack. */
  readonly missingNames: number
  /** 1 when only one of claim and window denies something. */
  readonly negationDiffers: number
  /** How many words compare, generalise or sum up: such claims go beyond single quotes. */
  readonly generalWords: number
  /** The logarithm of how much longer the quotes are: long texts share words by chance. */
  readonly lengthRatio: number
}

const NEAR = 4
const MOST_WINDOW_WORDS = 600
const GENERAL_WORD =
  /\b(?:some|others?|many|more|less|than|while|whereas|various|several|whether|depends?|overall|argue|believe|such as|generally|may|might)\b/gi

/** How a plain claim stands to the quotes that it was aligned with. */
export function supportFeatures(
  claim: string,
  { words: claimWords, rows, size }: Alignment,
  question = '',
): SupportFeatures {
  const content = claimWords.filter(word => word.isContent)
  const distinct = [...new Map(content.map(word => [word.id, word])).values()]
  const asked = new Set(words(question).map(keyOf))
  const news = distinct.filter(word => !asked.has(keyOf(word)))
  const window = bestWindow(distinct, rows)
  const inQuotes = mergeHits(rows)
  const inWindow = mergeHits(window)
  const claimIds = claimWords.map(word => word.id)
  const windowIds = window.flatMap(row => row.ids).slice(0, MOST_WINDOW_WORDS)
  const quoteWords = rows.reduce((sum, row) => sum + row.ids.length, 0)
  return {
    inSentence: bestCoverage(distinct, rows),
    inWindow: coverage(distinct, inWindow),
    inQuotes: coverage(distinct, inQuotes),
    newsInWindow: coverage(news, inWindow),
    pairsInWindow: sharedPairs(claimIds, windowIds, size),
    togetherInSentence: togetherInSentence(distinct, rows),
    longestRun: Math.log1p(longestRun(claimIds, windowIds)),
    weakestClause: weakestClause(claim, content, rows),
    gap: longestGap(content, inWindow),
    missingWords: distinct.filter(word => inWindow[word.id] !== 1).length,
    missingNumbers: missingNumbers(claim, claimWords, { rows, inQuotes }),
    missingNames: missingNames(claim, claimWords, inQuotes),
    negationDiffers: isNegated(claim) === window.some(row => isNegated(row.text)) ? 0 : 1,
    generalWords: Array.from(claim.matchAll(GENERAL_WORD)).length,
    lengthRatio: Math.log((1 + quoteWords) / (1 + claimWords.length)),
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

function sharedPairs(claim: readonly number[], window: readonly number[], size: number): number {
  const wanted = pairsOf(claim, size)
  const found = pairsOf(window, size)
  return share([...wanted], pair => found.has(pair))
}

function togetherInSentence(claimWords: readonly ClaimWord[], rows: readonly Row[]): number {
  const pairs = claimWords.flatMap((one, at) =>
    claimWords.slice(at + 1, at + NEAR).map(other => [one.id, other.id] as const),
  )
  return share(pairs, ([one, other]) =>
    rows.some(({ hits }) => hits[one] === 1 && hits[other] === 1),
  )
}

function longestRun(claim: readonly number[], window: readonly number[]): number {
  let longest = 0
  let before = new Int32Array(window.length + 1)
  for (const id of claim) {
    const here = new Int32Array(window.length + 1)
    for (let at = 1; at <= window.length; at++) {
      if (window[at - 1] !== id) continue
      const run = (before[at - 1] ?? 0) + 1
      here[at] = run
      if (run > longest) longest = run
    }
    before = here
  }
  return longest
}

function weakestClause(claim: string, content: readonly ClaimWord[], rows: readonly Row[]): number {
  const clauses = splitClauses(claim, content).filter(({ length }) => length >= 2)
  return Math.min(1, ...clauses.map(clause => bestCoverage(clause, rows)))
}

function longestGap(content: readonly ClaimWord[], hits: Float32Array): number {
  let longest = 0
  let gap = 0
  for (const { id } of content) {
    gap = hits[id] === 1 ? 0 : gap + 1
    longest = Math.max(longest, gap)
  }
  return longest
}

function missingNumbers(
  claim: string,
  claimWords: readonly ClaimWord[],
  { rows, inQuotes }: { readonly rows: readonly Row[]; readonly inQuotes: Float32Array },
): number {
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

function missingNames(
  claim: string,
  claimWords: readonly ClaimWord[],
  inQuotes: Float32Array,
): number {
  const starts = new Set(namedWords(claim).map(({ start }) => start))
  const names = claimWords.filter(({ start }) => starts.has(start))
  return names.length === 0 ? 0 : 1 - share(names, ({ id }) => (inQuotes[id] ?? 0) > 0)
}

/** The share of the items that pass, 1 when there are none that could fail. */
function share<Item>(items: readonly Item[], passes: (item: Item) => boolean): number {
  return items.length === 0 ? 1 : items.filter(passes).length / items.length
}
