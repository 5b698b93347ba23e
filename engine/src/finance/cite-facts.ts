import type { Evidence, Ledger } from '../evidence/ledger.ts'
import type { Fact } from '../facts/fact.ts'
import { quoteFact } from '../facts/write-fact.ts'
import type { Company, CompanyFact } from '../search/company-fact.ts'

/** Enters the places that state facts into a ledger. */
export type CiteFacts = (facts: readonly Pick<CompanyFact, 'quotes'>[]) => Evidence[]

export function createCite(ledger: Ledger): CiteFacts {
  return facts => {
    const quotes = facts.flatMap(fact => fact.quotes)
    return [...new Set(quotes.map(({ passage, ...span }) => ledger.enter(passage, span)))]
  }
}

/** Reads a row as a figure of the company; undefined if it has no number for a period. */
export function toCompanyFact(company: Company, row: Fact): CompanyFact | undefined {
  const { attribute, number: value, unit, year, part, start, end, source } = row
  if (value === undefined || !unit || !year || !part || !end) return undefined
  const { url, form = '', publishedOn: filedOn } = source
  return {
    ...{ company, concept: attribute.key, label: attribute.label, value, unit },
    period: { ...(start && { start }), end, fiscalYear: year, part },
    ...{ form, filedOn, url },
    // Few of many figures are cited.
    get quotes() {
      return [quoteFact(row)]
    },
  }
}
