import lists from '../../data/word-lists.json' with { type: 'json' }
import { quantities } from '../text/lex/numbers.ts'
import {
  type Alignment,
  alignClaim,
  bestWindow,
  type ClaimWord,
  coverage,
  mergeHits,
  type Row,
  strayClauses,
} from './alignment.ts'
import { hasCapitalNouns, namedWords } from './names.ts'
import { MOST_SENTENCE_CHARACTERS, plainSentence } from './plain-sentence.ts'

export interface Support {
  readonly supported: boolean
  /** How likely it is that the quotes support the claim, from 0 to 1. */
  readonly score: number
}

/** How much of a claim its quotes contain. */
interface Overlap {
  /** The share of its words, by weight, in the best three neighbouring sentences. */
  readonly words: number
  /** The share of its pairs of neighbouring words that are neighbours there too. */
  readonly pairs: number
  /** How many of its numbers the quotes lack. */
  readonly missingNumbers: number
  /** The logarithm of how much longer the quotes are: long texts share words by chance. */
  readonly lengthRatio: number
}

const LEAST_SCORE = 0.5
/** Logistic models of these figures, fitted to half of the claims of a development set. */
const BY_WORDS = { bias: -1.55, words: 3.1, pairs: 1, missingNumbers: -0.6, lengthRatio: -0.28 }
const BY_READING = { bias: -0.37, words: 1, pairs: 1.5, missingNumbers: -0.4, lengthRatio: -0.5 }
const WEIGHT_OF_READING = 0.5
const MOST_WINDOW_WORDS = 600

/**
 * Judges whether quotes support a claim by the words that they share, and by the log odds of the reading
 * model if it has read them.
 */
export function judgeSupport(
  claim: string,
  quotes: readonly string[],
  { supports }: { readonly supports?: number } = {},
): Support {
  const plain = plainSentence(claim.slice(0, MOST_SENTENCE_CHARACTERS))
  const alignment = alignClaim(plain, quotes)
  const overlap = measureOverlap(plain, alignment)
  const weights = supports === undefined ? BY_WORDS : BY_READING
  const names = Object.keys(overlap) as (keyof Overlap)[]
  const sum = names.reduce((all, name) => all + weights[name] * overlap[name], weights.bias)
  const score = 1 / (1 + Math.exp(-sum - WEIGHT_OF_READING * (supports ?? 0)))
  return { supported: score >= LEAST_SCORE, score }
}

function measureOverlap(claim: string, { words, rows }: Alignment): Overlap {
  const content = words.filter(word => word.isContent)
  const distinct = [...new Map(content.map(word => [word.key, word])).values()]
  const window = bestWindow(distinct, rows)
  const wanted = pairsOf(words.map(({ key }) => key))
  const said = pairsOf(window.flatMap(({ keys }) => keys).slice(0, MOST_WINDOW_WORDS))
  const quoted = rows.reduce((sum, { keys }) => sum + keys.length, 0)
  return {
    words: coverage(distinct, mergeHits(window)),
    pairs: wanted.size === 0 ? 1 : wanted.intersection(said).size / wanted.size,
    missingNumbers: missingNumbers(claim, words, rows),
    lengthRatio: Math.log((1 + quoted) / (1 + words.length)),
  }
}

function pairsOf(keys: readonly string[]): Set<string> {
  return new Set(keys.slice(1).map((key, at) => `${keys[at]} ${key}`))
}

function missingNumbers(
  claim: string,
  claimWords: readonly ClaimWord[],
  rows: readonly Row[],
): number {
  const inQuotes = mergeHits(rows)
  const asWritten = new Set(
    claimWords.filter(({ key }) => inQuotes.get(key) === 1).map(({ folded }) => Number(folded)),
  )
  const numbers = quantities(claim).map(({ value }) => Math.abs(value))
  const open = numbers.filter(value => !asWritten.has(value))
  if (open.length === 0) return 0
  const figures = rows.filter(({ text }) => /\d/.test(text)).flatMap(({ text }) => quantities(text))
  const quoted = new Set(figures.map(({ value }) => Math.abs(value)))
  return open.filter(value => !quoted.has(value)).length
}

/** Above the first bound, no judgement is needed; below the second, none helps. */
const ENOUGH_COVERAGE = 0.6
const LEAST_COVERAGE = 0.3
/** Small words that claim a lot. If no quote has them, the sentence needs a judgement. */
const BOLD = new Set(lists.bold.split(' '))

interface Compared {
  readonly texts: readonly string[]
  /** Titles name the subject of the texts and prove nothing else. */
  readonly titles: readonly string[]
  readonly language: string
}

/**
 * Compares a sentence with quotes in the same language: `said` if they have most of what it says about its
 * subject, `unsaid` if they have none of it, and `open` otherwise.
 */
export function compareWords(
  plain: string,
  { texts, titles, language }: Compared,
): 'said' | 'open' | 'unsaid' {
  const { words, rows } = alignClaim(plain, texts)
  const titleRows = alignClaim(plain, titles).rows
  const [inQuotes, inTitles] = [mergeHits(rows), mergeHits(titleRows)]
  const inBoth = mergeHits([...rows, ...titleRows])
  const content = words.filter(word => word.isContent)
  // "See." or "It is so." says nothing that a quote could support.
  if (content.length === 0 || coverage(content, inBoth) < LEAST_COVERAGE) return 'unsaid'
  const own = content.filter(({ key }) => inTitles.get(key) !== 1)
  // "Lake Orrin is a trap": only the subject can be found.
  if (coverage(own, inQuotes) === 0) return 'unsaid'
  const isBold = words.some(({ key, folded }) => BOLD.has(folded) && !inQuotes.has(key))
  const isStray = strayClauses(plain, [...texts, ...titles]).length > 0
  if (isBold || isStray) return 'open'
  // Naming somebody says nothing about them.
  const names = hasCapitalNouns(language)
    ? new Set()
    : new Set(namedWords(plain).map(({ start }) => start))
  const told = own.filter(({ start }) => !names.has(start))
  const covered = told.length === 0 ? 0 : coverage(told, inQuotes)
  if (covered >= ENOUGH_COVERAGE) return 'said'
  const isLikely = covered >= LEAST_COVERAGE && judgeSupport(plain, [...texts, ...titles]).supported
  return isLikely ? 'said' : 'open'
}
