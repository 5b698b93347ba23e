import type { Company } from '../search/company-fact.ts'
import type { Span } from '../text/span.ts'
import { words } from '../text/words.ts'
import { BRANDS, GENERIC, NO_TICKERS } from './edgar/company-words.ts'
import { shortName as bareName } from './edgar/name-words.ts'

/** Where a question names a company. */
export interface CompanyMention extends Span {
  readonly company: Company
}

const LEAST_FIRST_WORD = 3
const LEAST_INITIALS = 3
/** Letters of an acronym stay capitals. */
const SHOUTED = /\p{Lu}{5,}/gu

/** As people say it, and not in capitals throughout: "Apple", "Meta Platforms". */
export function shortName({ name }: Company): string {
  const short = bareName(name).replace(/^the\s+/i, '')
  if (/\p{Ll}/u.test(short)) return short
  return short.replace(SHOUTED, word => word.slice(0, 1) + word.slice(1).toLowerCase())
}

/** The companies that a text names, by name or ticker, in the order in which it names them. */
export function findCompanies(text: string, companies: readonly Company[]): CompanyMention[] {
  const said = words(text)
  const found = companies.flatMap(company => {
    const keys = namesOf(company, companies)
    const byName = said.flatMap((word, at) => {
      const key = keys.find(one => one.every((part, by) => said[at + by]?.folded === part))
      const last = key && said[at + key.length - 1]
      return last ? [{ company, start: word.start, end: last.end }] : []
    })
    return [...byName, ...findTickers(text, company)]
  })
  return found
    .filter(one => !found.some(other => other !== one && isInside(one, other)))
    .sort((a, b) => a.start - b.start)
}

/** Each name as its folded words, the longest first. */
function namesOf(company: Company, companies: readonly Company[]): string[][] {
  const short = shortName(company)
  const first = words(short)[0]?.folded ?? ''
  const isDistinct =
    first.length >= LEAST_FIRST_WORD &&
    !GENERIC.has(first) &&
    companies.filter(other => words(shortName(other))[0]?.folded === first).length === 1
  const brands = Object.entries(BRANDS).flatMap(([brand, ticker]) =>
    company.tickers.includes(ticker) ? [brand] : [],
  )
  return [company.name, short, ...(isDistinct ? [first] : []), ...brands]
    .map(name => words(name).map(({ folded }) => folded))
    .filter(key => key.length > 0 && key.join('') !== '')
    .sort((a, b) => b.length - a.length)
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
