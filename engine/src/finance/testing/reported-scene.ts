import type { Company, CompanyFact, FiscalPeriod } from '../../search/company-fact.ts'
import { filingFacts } from '../edgar/filing-document.ts'
import { CONCEPTS } from '../metrics.ts'

/** One figure of a filing: its concept, its unit, and its values by period. */
export type FiledFigures = Readonly<Record<string, Readonly<Record<string, number>>>>

export interface Filed {
  readonly company: Company
  readonly form: string
  readonly filedOn: string
  readonly period: FiscalPeriod
  /** By concept with its unit, then by the name of a period: `us-gaap:Assets USD`, `2023`. */
  readonly figures: FiledFigures
}

export interface ReportedScene {
  readonly facts: readonly CompanyFact[]
}

/** Facts of filings as the engine reads those from EDGAR. Periods have names. */
export function reportedScene(
  filings: readonly Filed[],
  periodOf: (name: string, isMoment: boolean) => FiscalPeriod,
): ReportedScene {
  const written = filings.map(({ company, form, filedOn, period, figures }, index) => {
    const listed = Object.entries(figures).flatMap(([key, values]) => {
      const [concept = '', unit = ''] = key.split(' ')
      return Object.entries(values).map(([name, value]) => ({
        concept,
        label: CONCEPTS.get(concept)?.line.label ?? concept,
        section: CONCEPTS.get(concept)?.line.section ?? ('Company' as const),
        value,
        unit,
        period: periodOf(name.replace('@', ''), name.startsWith('@')),
      }))
    })
    const accession = `0000000000-00-${String(index).padStart(6, '0')}`
    const isAmendment = false
    const kind = form === '10-Q' ? ('quarterly' as const) : ('annual' as const)
    const filing = { accession, form, kind, isAmendment, filedOn, period, figures: listed }
    return filingFacts({ company, filing, baseUrl: 'https://filings.example' })
  })
  return { facts: written.flat() }
}
