import { STOP_WORDS } from '../../text/stop-words.ts'
import type { CompanyDirectory, Listing } from './company-directory.ts'
import { NO_TICKERS } from './company-words.ts'

export interface Mention {
  readonly listing: Listing
  readonly start: number
  readonly end: number
  /** Whether it cannot mean anything else. */
  readonly isExplicit: boolean
  /** Whether it is a complete name or a ticker, not a prefix of a name. */
  readonly isWhole: boolean
  /** Whether the name has a typo, so that another company may be meant. */
  readonly isUnsure?: boolean
}

const SYMBOL = '[A-Z]{1,5}(?:[.-][A-Z]{1,2})?'
const EXPLICIT = new RegExp(
  `\\$(?<dollar>${SYMBOL})(?![\\w$])|` +
    `\\b(?:NYSE|NASDAQ|Nasdaq|AMEX|NYSEAMERICAN|OTC[A-Z]*|CBOE)\\s?:\\s?(?<listed>${SYMBOL})\\b|` +
    `\\b(?:[Tt]icker|[Ss]tock)(?: [Ss]ymbol)? (?<named>${SYMBOL})\\b`,
  'g',
)
const BRACKETED = new RegExp(`\\((?<bracketed>${SYMBOL})\\)`, 'g')
/** Not a piece of `SG&A`, `10-K` or `S&P`. */
const BARE = /(?<![\p{L}\p{N}&/.$-])(?<bare>[A-Z]{2,5}(?:[.-][A-Z])?)(?![\p{L}\p{N}&/-])/gu

/** Whether a ticker is written as only tickers are. */
export function hasExplicitTicker(question: string): boolean {
  return question.search(EXPLICIT) >= 0
}

/** The companies that a question names by their tickers. */
export function findTickers(question: string, directory: CompanyDirectory): Mention[] {
  const found: Mention[] = []
  const add = (symbol: string, start: number, isExplicit: boolean) => {
    // EDGAR writes classes of shares with a hyphen.
    const listing = directory.byTicker.get(symbol.replace('.', '-'))
    if (!listing || found.some(mention => mention.start === start)) return
    found.push({ listing, start, end: start + symbol.length, isExplicit, isWhole: true })
  }
  for (const match of question.matchAll(EXPLICIT)) {
    const { dollar, listed, named } = match.groups ?? {}
    const symbol = dollar ?? listed ?? named ?? ''
    add(symbol, match.index + match[0].lastIndexOf(symbol), true)
  }
  // If everything is in capitals, they mark nothing.
  if (!/\p{Ll}/u.test(question)) return found
  for (const pattern of [BRACKETED, BARE]) {
    for (const { 0: written, index, groups = {} } of question.matchAll(pattern)) {
      const symbol = groups['bracketed'] ?? groups['bare'] ?? ''
      const word = symbol.toLowerCase()
      if (NO_TICKERS.has(word) || STOP_WORDS.has(word)) continue
      add(symbol, index + written.indexOf(symbol), false)
    }
  }
  return found
}
