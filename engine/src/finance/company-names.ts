import type { Company } from '../search/company-fact.ts'
import type { Span } from '../text/span.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { type Word, words } from '../text/words.ts'
import { BRANDS, GENERIC, NO_TICKERS, ORDINARY } from './edgar/company-words.ts'
import { sayName as shortName } from './edgar/name-words.ts'
import { isNearly } from './is-nearly.ts'
import { isPlainWord } from './plain-words.ts'

/** Where a question names a company. */
export interface CompanyMention extends Span {
  readonly company: Company
  /** The name has a slip in it, so that somebody else may be meant. */
  readonly isUnsure?: boolean
}

const LEAST_FIRST_WORD = 3
const LEAST_INITIALS = 3
const AND = 'and'
/** The companies that a text names, by name or ticker, in the order in which it names them. */
export function findCompanies(text: string, companies: readonly Company[]): CompanyMention[] {
  const said = words(text)
  const named = companies.flatMap(company => {
    const keys = namesOf(company, companies)
    const byName = said.flatMap((word, at) => {
      const ends = keys.map(key => endOf(key, said.slice(at)))
      const last = ends.find(end => end !== undefined)
      return last ? [{ company, start: word.start, end: last.end }] : []
    })
    return [...byName, ...findTickers(text, company)]
  })
  const found = named.length > 0 ? named : findNear(said, companies)
  return found
    .filter(one => !found.some(other => other !== one && isInside(one, other)))
    .sort((a, b) => a.start - b.start)
}

/** The last word of the name, if the words begin with it; an "and" may stand for a sign. */
function endOf([first, ...rest]: readonly string[], said: readonly Word[]): Word | undefined {
  let at = 0
  if (first === undefined || said[at]?.folded !== first) return undefined
  for (const part of rest) {
    at += part !== AND && said[at + 1]?.folded === AND ? 2 : 1
    if (said[at]?.folded !== part) return undefined
  }
  return said[at]
}

/** By a ticker in small letters or a name with a slip in it: the facts are here because of it. */
function findNear(said: readonly Word[], companies: readonly Company[]): CompanyMention[] {
  return said
    .filter(word => !STOP_WORDS.has(word.folded) && !isPlainWord(word))
    .filter(({ folded }) => !GENERIC.has(folded) && !ORDINARY.has(folded))
    .flatMap(({ folded, start, end }) =>
      companies.flatMap((company): CompanyMention[] => {
        const { tickers } = company
        const isTicker = tickers.some(ticker => ticker.toLowerCase() === folded)
        if (isTicker && folded.length >= LEAST_INITIALS) return [{ company, start, end }]
        const isSlip = isNearly(folded, foldedWords(shortName(company))[0] ?? '')
        return isSlip ? [{ company, start, end, isUnsure: true }] : []
      }),
    )
}

/** Each name as its folded words, the longest first. */
function namesOf(company: Company, companies: readonly Company[]): string[][] {
  const short = shortName(company)
  const [first = ''] = foldedWords(short)
  const isDistinct =
    first.length >= LEAST_FIRST_WORD &&
    !GENERIC.has(first) &&
    companies.filter(other => foldedWords(shortName(other))[0] === first).length === 1
  const brands = Object.entries(BRANDS).flatMap(([brand, ticker]) =>
    company.tickers.includes(ticker) ? [brand] : [],
  )
  const whole = foldedWords(short)
  // "Harbor & Pine" for Harbor & Pine Stores.
  const parts = isDistinct ? whole.map((_, at) => whole.slice(0, at + 1)) : []
  return [...[company.name, short, ...brands].map(foldedWords), ...parts]
    .filter(key => key.length > 0 && key.join('') !== '')
    .sort((a, b) => b.length - a.length)
}

function foldedWords(text: string): string[] {
  return words(text).map(({ folded }) => folded)
}

/** Tickers and initials stand in capitals; one of a single letter must be marked as a ticker. */
function findTickers(text: string, company: Company): CompanyMention[] {
  const initials = [company.name, shortName(company)]
    .map(name =>
      words(name)
        .map(({ text: word }) => word.slice(0, 1).toUpperCase())
        .join(''),
    )
    .filter(letters => letters.length >= LEAST_INITIALS && !NO_TICKERS.has(letters.toLowerCase()))
  return [...new Set([...company.tickers, ...initials])].flatMap(ticker => {
    const written = RegExp.escape(ticker)
    const marked = ticker.length === 1 ? '(?<=\\$|\\(|: ?)' : '(?<![\\p{L}\\p{N}.-])'
    const pattern = new RegExp(`${marked}${written}(?:['’]s)?(?![\\p{L}\\p{N}])`, 'gu')
    return Array.from(text.matchAll(pattern), ({ 0: hit, index }) => ({
      company,
      start: index,
      end: index + hit.length,
    }))
  })
}

function isInside(one: Span, other: Span): boolean {
  const isLonger = other.end - other.start > one.end - one.start
  return isLonger && other.start <= one.start && one.end <= other.end
}
