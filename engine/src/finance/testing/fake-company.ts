/** A company as the fake EDGAR serves it; figures are written filing by filing, as they are filed. */
export interface FakeCompany {
  readonly cik: number
  readonly ticker: string
  /** Other classes of its shares. */
  readonly otherTickers: readonly string[]
  readonly name: string
  /** Month and day, such as `0930`. */
  readonly fiscalYearEnd: string
  readonly filings: readonly FakeFiling[]
  /** False for one that files on paper, as it were: EDGAR has no facts of it. */
  readonly hasFacts: boolean
}

export interface FakeFiling {
  readonly form: string
  /** The end of the period that it reports on. */
  readonly period: string
  readonly filed: string
  readonly accession: string
  /** The fiscal year and part of the filing, which EDGAR repeats with each figure. */
  readonly fy: number
  readonly fp: string
  readonly facts: FakeFacts
  /** Its main file. */
  readonly html: string
}

/**
 * By concept, then by period: `Revenues`, `ifrs-full:Revenue`, or with a unit that is not the
 * company's currency `EarningsPerShareDiluted USD/shares`; `2022-09-25/2023-09-30` or, for a balance,
 * `2023-09-30`.
 */
export type FakeFacts = Readonly<Record<string, Readonly<Record<string, number>>>>

export interface FakeCompanyOptions {
  readonly cik: number
  readonly ticker: string
  readonly otherTickers?: readonly string[]
  readonly name: string
  readonly fiscalYearEnd?: string
  readonly currency?: string
  readonly hasFacts?: boolean
  readonly filings: readonly FakeFilingOptions[]
}

export interface FakeFilingOptions {
  readonly form: string
  readonly period: string
  readonly filed: string
  /** The year of the period's end, unless it says so. */
  readonly fy?: number
  readonly fp?: string
  readonly accession?: string
  readonly facts?: FakeFacts
  readonly html?: string
}

/** Builds a company with what a test does not care about filled in. */
export function company({
  otherTickers = [],
  fiscalYearEnd = '1231',
  currency = 'USD',
  hasFacts = true,
  filings,
  ...named
}: FakeCompanyOptions): FakeCompany {
  const filed = filings.map((filing, index): FakeFiling => {
    const { form, period, facts = {} } = filing
    const year = filing.filed.slice(2, 4)
    const number = `${String(named.cik).padStart(10, '0')}-${year}-${String(index + 1).padStart(6, '0')}`
    return {
      form,
      period,
      filed: filing.filed,
      accession: filing.accession ?? number,
      fy: filing.fy ?? Number(period.slice(0, 4)),
      fp: filing.fp ?? (form.startsWith('10-Q') ? 'Q1' : 'FY'),
      facts: Object.fromEntries(
        Object.entries(facts).map(([key, values]) => [fullKey(key, currency), values]),
      ),
      html:
        filing.html ??
        `<html><body><h1>${named.name}</h1><p>${form} of ${period}</p></body></html>`,
    }
  })
  return { ...named, otherTickers, fiscalYearEnd, hasFacts, filings: filed }
}

function fullKey(key: string, currency: string): string {
  const [written = '', unit = currency] = key.split(' ')
  return `${written.includes(':') ? written : `us-gaap:${written}`} ${unit}`
}
