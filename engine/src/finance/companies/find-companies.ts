import { isNearly } from '../../facts/is-nearly.ts'
import type { Company } from '../../search/company-fact.ts'
import type { DiscoverRequest } from '../../search/finder.ts'
import { overlaps, type Span } from '../../text/span.ts'
import { STOP_WORDS } from '../../text/stop-words.ts'
import { words } from '../../text/words.ts'
import aliases from '../company-aliases.json' with { type: 'json' }
import {
  type CompanyDirectory,
  coreWords,
  FINANCE_WORD,
  GENERIC,
  isPlainWord,
  LARGEST,
  LEGAL_WORDS,
  type Listing,
  type Mention,
  NO_TICKERS,
  ORDINARY,
} from './company-names.ts'
import { findNames, isBeforeFinance } from './find-names.ts'

export interface CompanyMention extends Span, Pick<Mention, 'isUnsure'> {
  readonly company: Company
}

type Kind = DiscoverRequest['kind']

/** Names that people use and EDGAR does not, by ticker. */
const ALIASES: Readonly<Record<string, readonly string[]>> = aliases
/** Limit on the characters of a question that are read. */
const MOST_CHARACTERS = 2_000
const SYMBOL = '[A-Z]{1,5}(?:[.-][A-Z]{1,2})?'
const EXPLICIT = new RegExp(
  `(?:\\$|\\b(?:NYSE|NASDAQ|Nasdaq|AMEX|NYSEAMERICAN|OTC[A-Z]*|CBOE)\\s?:\\s?|\\b(?:[Tt]icker|[Ss]tock)(?: [Ss]ymbol)? )(?<symbol>${SYMBOL})(?![\\w$])`,
  'g',
)
/** In brackets, or alone: not a piece of `SG&A`, `10-K` or `S&P`. */
const BARE = new RegExp(
  `\\((?<bracketed>${SYMBOL})\\)|(?<![\\p{L}\\p{N}&/.$-])(?<bare>[A-Z]{2,5}(?:[.-][A-Z])?)(?![\\p{L}\\p{N}&/-])`,
  'gu',
)
const SHORTEST_TICKER = 3
/** A single letter is a ticker beside another one: "JPM, BAC and C". */
const LETTER = /(?<![\p{L}\p{N}&/.$'’-])[A-Z](?![\p{L}\p{N}&/.'’-])/gu
const JOINS =
  /^(?:\s*[,/&](?:\s+(?:and|or))?\s*|\s+(?:and|or|vs\.?|versus|against|to|with)\s+|\s+(?:\w+ing\s+)?(?:more|less|\w+er)\s+(?:\w+\s+){0,2}than\s+)$/
/** Ends an item of a list. */
const BEHIND_ITEM =
  /^(?:['’]s?\b)?\s*(?:$|[,;:?.!/&)]|(?:vs|versus|and|or|in|for|from|since|over|as|is|are|was|were|did|had|has|have|more|less|\w+er|\w+ing\s+\w+er\s+than)\b)/
/** A company may follow one of these words. */
const OF = /\b(?:of|for|by|at|did|does|whats|hows|what['’]s|has|is|was|can)\s+\$?$/i
const BEFORE_NAME =
  /(?:\b(?:vs\.?|versus|and|or|than|compare|compared (?:to|with)|between|against)(?: the [\w'’ -]+ of)?|,)\s+$/i
const BEHIND_NAME = /^(?:['’]s?)?(?:\s*,|\s+(?:vs\.?|versus|and|or)\s)/i

const directories = new WeakMap<readonly Company[], CompanyDirectory>()

/** Lists companies, the largest first, under their tickers and all of their names. */
export function createDirectory(companies: readonly Company[]): CompanyDirectory {
  const byTicker = new Map<string, Listing>()
  const byFirstWord = new Map<string, Listing[]>()
  for (const [place, company] of companies.entries()) {
    const { name, otherNames = [], tickers } = company
    const aliases = tickers.flatMap(one => ALIASES[one] ?? [])
    for (const called of [name, ...otherNames, ...aliases]) {
      const isAlias = aliases.includes(called)
      const listing = { company, words: coreWords(called), place, ...(isAlias && { isAlias }) }
      for (const ticker of tickers) if (!byTicker.has(ticker)) byTicker.set(ticker, listing)
      const [first] = listing.words
      if (first === undefined) continue
      const alike = byFirstWord.get(first)
      if (alike) alike.push(listing)
      else byFirstWord.set(first, [listing])
    }
  }
  return { byTicker, byFirstWord }
}

/** Finds mentions of known companies in a text, in order. */
export function findMentions(text: string, companies: readonly Company[]): CompanyMention[] {
  const directory = directories.get(companies) ?? createDirectory(companies)
  directories.set(companies, directory)
  const names = findNames(text, directory, { isKnown: true })
  const found = withListed(text, directory, [
    ...names,
    ...apartFrom(names, findTickers(text, directory)),
  ])
  return [...found, ...findSlips(text, directory, { found, isKnown: true })]
    .map(({ listing: { company }, start, end, isUnsure }) => ({
      ...{ company, start, end },
      ...(isUnsure && { isUnsure }),
    }))
    .sort((a, b) => a.start - b.start)
}

/** Returns whether the words of a question allow for companies at all. */
export function mayNameCompanies(question: string, kind: Kind): boolean {
  const read = question.slice(0, MOST_CHARACTERS)
  if (kind === 'finance') return /\p{L}/u.test(read)
  return read.search(EXPLICIT) >= 0 || FINANCE_WORD.test(read)
}

interface FindOptions {
  readonly directory: CompanyDirectory
  readonly kind: Kind
  /** True if the question asks for a subject as a whole, which needs no word of finance. */
  readonly isOverview?: boolean
}

export function namesCompany(
  text: string,
  { directory }: { readonly directory: CompanyDirectory },
): boolean {
  return findCompanies(text, { directory, kind: 'finance', isOverview: true }).length > 0
}

/**
 * Finds the companies that a question is about, in order. A finance question is assumed to be about
 * companies. In any other question, a name must be beside a word of finance, or be written as a ticker.
 */
export function findCompanies(question: string, options: FindOptions): Company[] {
  const { directory, kind, isOverview = false } = options
  const read = question.slice(0, MOST_CHARACTERS)
  const tickers = findTickers(read, directory)
  const explicit = tickers.filter(({ isExplicit }) => isExplicit)
  const names = apartFrom(explicit, findNames(read, directory))
  const isFinance = kind === 'finance'
  const certain = [...names, ...apartFrom(names, tickers)].filter(
    ({ isExplicit }) => isFinance || isExplicit || isOverview || FINANCE_WORD.test(read),
  )
  const mentions = withListed(read, directory, certain)
  // Elsewhere a word of small letters counts only if it is exactly a ticker.
  const near = findSlips(read, directory, { found: mentions }).filter(
    one => isFinance || (!one.isUnsure && FINANCE_WORD.test(read)) || isJoined(read, one, mentions),
  )
  const found = [...mentions, ...near].map(({ listing: { company } }) => company)
  return [...new Map(found.map(company => [company.cik, company])).values()]
}

/** Adds companies that a list names beside these, in order: "amd vs nvidia", "jpmorgan, Bank of America". */
function withListed(
  text: string,
  directory: CompanyDirectory,
  found: readonly Mention[],
): readonly Mention[] {
  const inOrder = (mentions: readonly Mention[]) =>
    mentions.toSorted((one, other) => one.start - other.start)
  if (found.length === 0) return found
  const isBeforeFound = (end: number) => found.some(({ start }) => text.slice(end, start) === ' ')
  const isItem = ({ end }: Span) =>
    BEHIND_ITEM.test(text.slice(end)) || isBeforeFinance(text, end) || isBeforeFound(end)
  const names = findNames(text, directory, { isKnown: true }).filter(
    ({ start, end }) =>
      BEHIND_ITEM.test(text.slice(end)) ||
      isBeforeFound(end) ||
      words(text.slice(start, end)).some(word => !isPlainWord(word) && !ORDINARY.has(word.folded)),
  )
  const tickers = words(text).flatMap(({ folded, text: written, start, end }): Mention[] => {
    const listing = directory.byTicker.get(folded.toUpperCase())
    // "GS, MS and JPM": beside others, two capitals are a ticker.
    const isPair = /^\p{Lu}{2}$/u.test(written) && isBeside(text, { start, end }, found)
    const isLong = folded.length >= SHORTEST_TICKER
    const isWord = [NO_TICKERS, STOP_WORDS, GENERIC, ORDINARY].some(set => set.has(folded))
    return listing && (isPair || (isLong && !isWord)) && isItem({ start, end })
      ? [{ listing, start, end, isExplicit: false }]
      : []
  })
  const others = apartFrom(found, [...names, ...apartFrom(names, tickers)])
  const all = inOrder([...found, ...others])
  const listed = new Set(found)
  for (const [one, before] of [...pairs(all), ...pairs(all.toReversed())]) {
    const [left, right] = one.start < before.start ? [one, before] : [before, one]
    const between = text.slice(left.end, right.start)
    if (listed.has(before) && (JOINS.test(between) || between === ' ')) listed.add(one)
  }
  return inOrder([...listed])
}

/** Each item with the one before it. */
function pairs<Item>(items: readonly Item[]): (readonly [Item, Item])[] {
  return items.flatMap((item, at) => {
    const before = items[at - 1]
    return before === undefined ? [] : [[item, before] as const]
  })
}

/** A ticker inside a name is a piece of the name: "GE Vernova". */
function apartFrom(taken: readonly Span[], mentions: readonly Mention[]): Mention[] {
  return mentions.filter(mention => !overlaps(mention, taken))
}

function findTickers(question: string, directory: CompanyDirectory): Mention[] {
  // If everything is in capitals, they mark nothing.
  const hasSmall = /\p{Ll}/u.test(question)
  const bare = hasSmall ? question.matchAll(BARE) : []
  const found = new Map<number, Mention>()
  for (const { 0: written, index, groups = {} } of [...question.matchAll(EXPLICIT), ...bare]) {
    const isExplicit = groups['symbol'] !== undefined
    const symbol = groups['symbol'] ?? groups['bracketed'] ?? groups['bare'] ?? ''
    const word = symbol.toLowerCase()
    // EDGAR writes classes of shares with a hyphen.
    const listing = directory.byTicker.get(symbol.replace('.', '-'))
    const start = index + written.lastIndexOf(symbol)
    const isWord = !isExplicit && (NO_TICKERS.has(word) || STOP_WORDS.has(word))
    if (listing && !isWord && !found.has(start))
      found.set(start, { listing, start, end: start + symbol.length, isExplicit })
  }
  for (const { 0: symbol, index: start } of question.matchAll(LETTER)) {
    const listing = directory.byTicker.get(symbol)
    const end = start + symbol.length
    const isListed = isBeside(question, { start, end }, found.values())
    if (listing && isListed && !found.has(start))
      found.set(start, { listing, start, end, isExplicit: false })
  }
  return [...found.values()]
}

/** True if a word with a capital letter stands where one of several things that are compared does. */
function isCompared(question: string, { start, end }: Span): boolean {
  if (!/^\p{Lu}/u.test(question.slice(start, end))) return false
  return BEFORE_NAME.test(question.slice(0, start)) || BEHIND_NAME.test(question.slice(end))
}

/** True if a word such as "and" or "versus" joins the place with one of others. */
function isBeside(text: string, { start, end }: Span, others: Iterable<Span>): boolean {
  const isJoint = (from: number, to: number) => JOINS.test(text.slice(from, to))
  return [...others].some(one => isJoint(one.end, start) || isJoint(end, one.start))
}

/** "walmrt or amazon": beside a company, in a text without capitals. */
function isJoined(text: string, word: Span, found: readonly Span[]): boolean {
  return !/\p{Lu}/u.test(text) && isBeside(text, word, found)
}

interface Slips {
  /** Companies that are named as they should be; beside them, capitals must tell a slip. */
  readonly found: readonly Span[]
  readonly isKnown?: boolean
}

/** Finds companies by a lower-case ticker, or by the misspelled name of a large company. */
function findSlips(
  text: string,
  directory: CompanyDirectory,
  { found, isKnown = false }: Slips,
): Mention[] {
  const near = words(text).flatMap(word => {
    const { folded, start, end } = word
    if (isPlainWord(word) || [GENERIC, ORDINARY, LEGAL_WORDS].some(set => set.has(folded)))
      return []
    const owned = byOwner(folded, directory)
    const isPlaced =
      isKnown ||
      isJoined(text, { start, end }, found) ||
      /['’]s?$/.test(text.slice(start, end + 1)) ||
      isCompared(text, { start, end }) ||
      (BEFORE_NAME.test(text.slice(0, start)) &&
        (owned || BEHIND_NAME.test(text.slice(end)) || /^\W*$/.test(text.slice(end)))) ||
      OF.test(text.slice(0, start)) ||
      isBeforeFinance(text, end)
    if (!isPlaced) return []
    const isTicker = folded.length >= SHORTEST_TICKER && !NO_TICKERS.has(folded)
    const exact = isTicker ? directory.byTicker.get(folded.toUpperCase()) : undefined
    const owner = exact ?? owned
    const listing = owner ?? bySlip(folded, directory)
    const mention = { start, end, isExplicit: false, isUnsure: !owner }
    return listing ? [{ listing, ...mention }] : []
  })
  if (found.length === 0) return near
  return apartFrom(found, near).filter(({ start, end, isUnsure }) =>
    isUnsure
      ? /^\p{Lu}/u.test(text.slice(start, end)) || isJoined(text, { start, end }, found)
      : /[a-z]{4,}s$/.test(text.slice(start, end)) && BEFORE_NAME.test(text.slice(0, start)),
  )
}

/** "Nvidias": a large company's name with an s and without its apostrophe, unless it is a name itself. */
function byOwner(word: string, { byFirstWord }: CompanyDirectory): Listing | undefined {
  const name = word.slice(0, -1)
  const isName = [GENERIC, ORDINARY, STOP_WORDS].every(set => !set.has(name))
  if (!word.endsWith('s') || byFirstWord.has(word) || !isName) return undefined
  return byFirstWord.get(name)?.find(({ place, words: own }) => place < LARGEST && own.length === 1)
}

/** Undefined if several may be meant. */
function bySlip(word: string, { byFirstWord }: CompanyDirectory): Listing | undefined {
  const near = [...byFirstWord]
    .filter(([first]) => isNearly(word, first))
    .flatMap(([, listings]) => listings.filter(({ place }) => place < LARGEST))
  const [only, ...others] = new Map(near.map(one => [one.company.cik, one])).values()
  return others.length === 0 ? only : undefined
}
