import { isJsonObject } from '@footnote/contract/json-object'
import type { Company } from '../../search/company-fact.ts'
import aliases from '../company-aliases.json' with { type: 'json' }
import { cleanName } from './clean-name.ts'
import { coreWords } from './name-words.ts'

/** Every company that EDGAR lists with a ticker, found by ticker or by the words of its name. */
export interface CompanyDirectory {
  readonly byTicker: ReadonlyMap<string, Listing>
  readonly byFirstWord: ReadonlyMap<string, readonly Listing[]>
}

export interface Listing {
  readonly company: Company
  /** The words of its name that it is known by. */
  readonly words: readonly string[]
  /** EDGAR lists the largest first. */
  readonly place: number
}

/** Names that people use and EDGAR does not, by ticker. */
const ALIASES: Readonly<Record<string, readonly string[]>> = aliases
const MOST_ROWS = 50_000
const TICKER = /^[A-Z0-9][A-Z0-9.-]{0,9}$/

/** Reads EDGAR's list of tickers; malformed rows are left out, and classes of shares are joined. */
export function readDirectory(reply: unknown): CompanyDirectory {
  const companies = new Map<string, { name: string; tickers: string[] }>()
  const rows = isJsonObject(reply) ? Object.values(reply).slice(0, MOST_ROWS) : []
  for (const row of rows) {
    const { cik_str: cik, ticker, title } = isJsonObject(row) ? row : {}
    if (!Number.isSafeInteger(cik) || Number(cik) <= 0 || Number(cik) > 9_999_999_999) continue
    if (typeof title !== 'string' || typeof ticker !== 'string') continue
    const name = cleanName(title)
    const symbol = ticker.toUpperCase()
    if (name === '' || !TICKER.test(symbol)) continue
    const key = String(cik).padStart(10, '0')
    const known = companies.get(key)
    if (known) known.tickers.push(symbol)
    else companies.set(key, { name, tickers: [symbol] })
  }
  return createDirectory([...companies].map(([cik, company]) => ({ cik, ...company })))
}

/** Companies, the largest first, to be found by ticker or by any of their names. */
export function createDirectory(companies: readonly Company[]): CompanyDirectory {
  const byTicker = new Map<string, Listing>()
  const byFirstWord = new Map<string, Listing[]>()
  for (const [place, company] of companies.entries()) {
    const { name, otherNames = [], tickers } = company
    const known = tickers.flatMap(ticker => ALIASES[ticker] ?? [])
    for (const called of [name, ...otherNames, ...known]) {
      const words = coreWords(called).map(({ whole }) => whole)
      const listing = { company, words, place }
      for (const ticker of tickers) if (!byTicker.has(ticker)) byTicker.set(ticker, listing)
      const [first] = words
      if (first === undefined) continue
      const alike = byFirstWord.get(first)
      if (alike) alike.push(listing)
      else byFirstWord.set(first, [listing])
    }
  }
  return { byTicker, byFirstWord }
}
