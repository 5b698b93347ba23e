/** One figure that a company reported, as `quote` says it in the document at `url`. */
export interface CompanyFact {
  readonly company: Company
  /** The taxonomy's name, such as `us-gaap:NetIncomeLoss`. */
  readonly concept: string
  /** In words, such as "Net income (loss)". */
  readonly label: string
  readonly value: number
  /** A currency such as `USD`, `shares`, `USD/shares`, or `pure` for a ratio. */
  readonly unit: string
  readonly period: FiscalPeriod
  /** Of the filing: `10-K`, `10-Q` and the like, and when it was filed. */
  readonly form: string
  readonly filedOn: string
  /** The filing that it is cited by. */
  readonly url: string
  /** The exact line in the document's text. */
  readonly quote: string
  /** Set if it was read from a printed filing. */
  readonly printed?: Printed
}

export interface Printed {
  /** The title of the document. */
  readonly title: string
  readonly page: number
  /** Texts of the statement that give its unit and currency. */
  readonly units: readonly string[]
}

export interface Company {
  /** With its leading zeros, ten digits. */
  readonly cik: string
  readonly name: string
  readonly tickers: readonly string[]
  /** Former and everyday names. */
  readonly otherNames?: readonly string[]
}

export interface FiscalPeriod {
  /** Absent for a value at one moment, such as a balance. */
  readonly start?: string
  readonly end: string
  /** The company's fiscal year of the period, and the part of that year. */
  readonly fiscalYear: number
  readonly part: 'year' | 'Q1' | 'Q2' | 'Q3' | 'Q4' | 'half' | 'nine-months'
}
