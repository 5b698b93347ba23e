import type { HeldValue } from '../evidence/finding.ts'
import type { Evidence, Ledger } from '../evidence/ledger.ts'
import type { Fact } from '../facts/fact.ts'
import { quoteFact } from '../facts/write-fact.ts'
import type { Company, CompanyFact } from '../search/company-fact.ts'
import { sayName } from './companies/company-names.ts'
import { toNumber } from './decimal.ts'
import type { Figure } from './figure.ts'

/** Enters the places that state facts into a ledger. */
export type CiteFacts = (facts: readonly Pick<CompanyFact, 'quotes'>[]) => Evidence[]

export function createCite(ledger: Ledger): CiteFacts {
  return facts => {
    const quotes = facts.flatMap(fact => fact.quotes)
    return [...new Set(quotes.map(({ passage, ...span }) => ledger.enter(passage, span)))]
  }
}

/** A figure for callers that need it apart from its sentence. */
export function toHeldValue(figure: Figure, cite: CiteFacts): HeldValue {
  const { company, metric, value, unit, period, facts } = figure
  const { start, end } = period
  return {
    ...{ subject: sayName(company), label: metric.name, number: toNumber(value), unit, end },
    ...(start && { start }),
    ...(period.part === 'year' && { year: period.fiscalYear }),
    evidence: cite(facts.map(({ fact }) => fact)),
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
