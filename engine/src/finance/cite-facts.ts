import type { Evidence, Ledger } from '../evidence/ledger.ts'
import type { Passage } from '../library/passage.ts'
import type { CompanyFact } from '../search/company-fact.ts'
import { sayName } from './companies/company-names.ts'

/** Enters the lines that state the facts, when they were filed and by whom. */
export type CiteFacts = (facts: readonly Citable[]) => Evidence[]

export type Citable = Pick<CompanyFact, 'url' | 'quote' | 'filedOn' | 'company' | 'printed'>

export interface Citations {
  readonly cite: CiteFacts
  /** Whether the fact's quote is in its document. */
  canCite(fact: Citable): boolean
}

/** Passages of the document at an address; none if it is not at hand. */
export type ReadAt = (url: string) => readonly Passage[]

const WORD = /[\p{L}\p{N}]/u

export function createCitations(ledger: Ledger, readAt: ReadAt): Citations {
  const read = new Map<string, readonly Passage[]>()
  const find = (url: string, quote: string) => {
    const passages = read.get(url) ?? readAt(url)
    read.set(url, passages)
    for (const passage of passages) {
      const start = findWhole(passage.text, quote)
      if (start >= 0) return { passage, start, end: start + quote.length }
    }
    return undefined
  }
  const enter = (url: string, quote: string): Evidence[] => {
    const place = find(url, quote)
    return place ? [ledger.enter(place.passage, place)] : []
  }
  return {
    canCite: ({ url, quote }) => find(url, quote) !== undefined,
    cite(facts) {
      const found = facts.flatMap(({ url, quote, filedOn, company, printed }) => {
        const own = enter(url, quote)
        if (printed) return [...own, ...printed.units.flatMap(unit => enter(url, unit))]
        const title = own[0]?.passage.title.toLowerCase() ?? ''
        const isNamed = title.includes(sayName(company).toLowerCase())
        const filer = isNamed ? [] : enter(url, `Company: ${company.name}`)
        return [...own, ...enter(url, `Filed on: ${filedOn}`), ...filer]
      })
      return [...new Set(found)]
    },
  }
}

/** Finds the quote, unless it is only part of a longer line: "Net income: 5" is not "Net income: 5.4". */
function findWhole(text: string, quote: string): number {
  let start = text.indexOf(quote)
  while (start >= 0) {
    const end = start + quote.length
    const isCut =
      WORD.test(text.slice(Math.max(0, start - 1), start)) ||
      /^(?:[\p{L}\p{N}]|[.,]\d)/u.test(text.slice(end, end + 2))
    if (!isCut) return start
    start = text.indexOf(quote, start + 1)
  }
  return -1
}
