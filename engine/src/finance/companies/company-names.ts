import type { Company } from '../../search/company-fact.ts'
import type { Span } from '../../text/span.ts'
import { STOP_WORDS } from '../../text/stop-words.ts'
import { fold, type Word, words } from '../../text/words.ts'
import list from '../words.json' with { type: 'json' }

/** Companies, to be found by ticker or by the first word of one of their names. */
export interface CompanyDirectory {
  readonly byTicker: ReadonlyMap<string, Listing>
  readonly byFirstWord: ReadonlyMap<string, readonly Listing[]>
}

export interface Listing {
  readonly company: Company
  /** The words of its name that it is known by. */
  readonly words: readonly string[]
  /** The largest company has the first place. */
  readonly place: number
  /** True for a former or an everyday name: another company's own name takes precedence. */
  readonly isAlias?: boolean
}

/** A place where a text names a company. */
export interface Mention extends Span {
  readonly listing: Listing
  /** True if it cannot mean anything else. */
  readonly isExplicit: boolean
  /** True if the name has a typo, so that another company may be meant. */
  readonly isUnsure?: boolean
}

/** A word means one of this many largest companies, even if smaller ones share it. */
export const LARGEST = 500

/** A word of a question or a name, with how it may be spelled in a company's name. */
export interface NameWord extends Span {
  readonly text: string
  /** Without its apostrophes: `mcdonalds`. */
  readonly whole: string
  /** Without the ending of a possessive: `mcdonald`. */
  readonly bare: string
}

export const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))
/** Optional words at the end of a company's name. */
export const LEGAL_WORDS = setOf(list.legal)
/** Legal forms that tell apart companies of one name: Merck KGaA is not Merck & Co. */
export const FOREIGN_FORMS = setOf(list.foreign)
/** In capitals these are tickers too, but a question that has them means something else. */
export const NO_TICKERS = setOf(list.notTickers)
/** First words that many companies share, places, and words of finance: no company by themselves. */
export const GENERIC = setOf(list.generic)
/** Names of companies that are mostly words at the start of a sentence or in small letters. */
export const ORDINARY = setOf(list.ordinary)
/** A question with none of these words asks for a company's words. */
export const FIGURE_WORD = new RegExp(`\\b(?:${list.figures})\\b`, 'i')
/** In a question with one of these words, a company's name means the company. */
export const FINANCE_WORD = new RegExp(`\\b(?:${list.figures}|${list.finance})\\b`, 'i')

const MOST_CHARACTERS = 150
const WORD = /\d+|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu
/** EDGAR appends the place of registration to a name: `AMPHENOL CORP /DE/`. */
const REGISTERED = /\s+\/.*$|\/(?:[A-Z]{2,3}\/)?$/s
/** And sets initials apart: `O REILLY AUTOMOTIVE`. */
const INITIAL = /\bO (?=\p{L}{2})/giu
/** Letters of an acronym stay capitals. */
const SHOUTED = /\p{Lu}{5,}(?:['’]S\b)?/gu
const plain = new Set(words(list.plain).map(({ stem }) => stem))

/** Returns whether the word joins, asks, counts or reports, and so narrows nothing down. */
export function isPlainWord({ stem, folded }: Word): boolean {
  return STOP_WORDS.has(folded) || plain.has(stem) || /^\d/.test(folded)
}

/** Without the stems that other readers of words need: there are some ten thousand names. */
export function nameWords(text: string): NameWord[] {
  return Array.from(text.matchAll(WORD), ({ 0: written, index }) => {
    const bare = fold(written)
    const whole = /['’]/.test(written) ? fold(written.replaceAll(/['’]/g, '')) : bare
    return { text: written, start: index, end: index + written.length, whole, bare }
  })
}

/** Returns the words that a company is known by: its name without the legal form. */
export function coreWords(name: string): string[] {
  const found = nameWords(cleanName(name).replace(INITIAL, 'O')).map(({ whole }) => whole)
  if (found.length > 1 && found[0] === 'the') found.shift()
  while (found.length > 1 && LEGAL_WORDS.has(found.at(-1) ?? '')) found.pop()
  return found
}

/** Cleans a company's name for a title: one line, without the signs of headings and fields. */
export function cleanName(name: string): string {
  return name
    .slice(0, 2 * MOST_CHARACTERS)
    .toWellFormed()
    .replace(/[\p{C}\s|:#[\]]+/gu, ' ')
    .trim()
    .replace(REGISTERED, '')
    .slice(0, MOST_CHARACTERS)
}

/** The name as people say it: `Apple` for `Apple Inc.`, but `Southern Company`. */
export function shortName(name: string): string {
  const bare = name.replace(REGISTERED, '')
  const all = nameWords(bare)
  const last = all.findLast(({ whole }) => !LEGAL_WORDS.has(whole))
  const isTooShort = last === all[0] && GENERIC.has(last?.whole ?? '')
  return last === undefined || isTooShort ? bare : bare.slice(0, last.end)
}

/** As people say it, and not in capitals throughout: "Apple", "Meta Platforms". */
export function sayName({ name }: Pick<Company, 'name'>): string {
  const short = shortName(name.replace(/\s*\(.*\)$/, '')).replace(/^the\s+/i, '')
  if (/\p{Ll}/u.test(short)) return short
  return short.replace(SHOUTED, word => word.slice(0, 1) + word.slice(1).toLowerCase())
}
