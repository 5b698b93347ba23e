import type { Span } from '../../text/span.ts'
import { STOP_WORDS } from '../../text/stop-words.ts'
import { words } from '../../text/words.ts'
import { isNearly } from '../is-nearly.ts'
import { isPlainWord } from '../question/plain-words.ts'
import type { CompanyDirectory, Listing } from './company-directory.ts'
import { GENERIC, LEGAL_WORDS, NO_TICKERS, ORDINARY } from './company-words.ts'
import { isBeforeFinance, LARGEST } from './find-names.ts'
import type { Mention } from './find-tickers.ts'

/** A company may follow one of these words. */
const OF = /\b(?:of|for|by|at|did|does)\s+\$?$/i
const SHORTEST_TICKER = 3
const BEFORE_NAME =
  /(?:\b(?:vs\.?|versus|and|or|than|compare|compared (?:to|with)|between|against)|,)\s+$/i
const BEHIND_NAME = /^(?:['’]s?)?(?:\s*,|\s+(?:vs\.?|versus|and|or)\s)/i

/** Whether a word with a capital letter stands where one of several things that are compared does. */
export function isCompared(question: string, { start, end }: Span): boolean {
  if (!/^\p{Lu}/u.test(question.slice(start, end))) return false
  return BEFORE_NAME.test(question.slice(0, start)) || BEHIND_NAME.test(question.slice(end))
}

/**
 * Finds companies in a question that names none correctly: by a lower-case ticker, or by the misspelled
 * name of a large company. The word must be in a position for a company.
 */
export function findNear(
  question: string,
  directory: CompanyDirectory,
  { isKnown = false } = {},
): Mention[] {
  return words(question).flatMap(word => {
    const { folded, start, end } = word
    const isWord = STOP_WORDS.has(folded) || isPlainWord(word)
    if (isWord || [GENERIC, ORDINARY, LEGAL_WORDS].some(set => set.has(folded))) return []
    const isOwner = /['’]s?$/.test(question.slice(start, end + 1))
    const isPlaced =
      isKnown ||
      isOwner ||
      isCompared(question, { start, end }) ||
      OF.test(question.slice(0, start)) ||
      isBeforeFinance(question, end)
    if (!isPlaced) return []
    const [exact, slip] = [byTicker(folded, directory), bySlip(folded, directory)]
    const listing = exact ?? slip
    if (!listing) return []
    const mention = { listing, start, end, isExplicit: false, isWhole: true }
    return [exact ? mention : { ...mention, isUnsure: true }]
  })
}

function byTicker(word: string, { byTicker: listed }: CompanyDirectory): Listing | undefined {
  if (word.length < SHORTEST_TICKER || NO_TICKERS.has(word)) return undefined
  return listed.get(word.toUpperCase())
}

/** Undefined if several may be meant. */
function bySlip(word: string, { byFirstWord }: CompanyDirectory): Listing | undefined {
  const near = [...byFirstWord]
    .filter(([first]) => isNearly(word, first))
    .flatMap(([, listings]) => listings.filter(({ place }) => place < LARGEST))
  const [only, ...others] = new Map(near.map(one => [one.company.cik, one])).values()
  return others.length === 0 ? only : undefined
}
