import type { Passage } from '../library/passage.ts'
import type { Span } from '../text/span.ts'

/** One figure that a company reported. */
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
  /** The places that state it, with its unit. */
  readonly quotes: readonly Quote[]
  /** Set if it was read from a printed filing: the title of the document, and the page. */
  readonly printed?: Printed
}

/** A part of a passage's text; the offsets are relative to it. */
export interface Quote extends Span {
  readonly passage: Passage
}

export interface Printed {
  readonly title: string
  readonly page: number
}

export interface Company {
  /** With its leading zeros, ten digits. */
  readonly cik: string
  readonly name: string
  readonly tickers: readonly string[]
  /** Former and everyday names. */
  readonly otherNames?: readonly string[]
  /** By the index provider's classification, if it is a member. */
  readonly industry?: string
  /** Its name in the list of the index, if it is a member. */
  readonly listedAs?: string
  /** The places that say which sector and industry of the index it is in. */
  readonly listing?: readonly Quote[]
}

export interface FiscalPeriod {
  /** Absent for a value at one moment, such as a balance. */
  readonly start?: string
  readonly end: string
  /** The company's fiscal year of the period, and the part of that year. */
  readonly fiscalYear: number
  readonly part: 'year' | 'Q1' | 'Q2' | 'Q3' | 'Q4' | 'half' | 'nine-months'
}
