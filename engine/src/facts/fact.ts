/** One value of one attribute of one subject. */
export interface Fact {
  readonly id: number
  readonly subject: Subject
  readonly attribute: Attribute
  /** Tells several values apart: `male`, `physics`, the state of a senator, the opponent in a match. */
  readonly qualifier?: string
  /** Set if this is one item of a value that is a list: its name, and the row that has the list. */
  readonly entry?: { readonly name: string; readonly row: Fact }
  /** The value as its source writes it, with its own date. A number without it is written by `writeFact`. */
  readonly text?: string
  readonly number?: number
  /** `USD`, `%`, `sq km`, `USD/shares` and the like. */
  readonly unit?: string
  /** The year of the value; for a company's figures, its fiscal year. */
  readonly year?: number
  /** The part of a company's fiscal year. */
  readonly part?: FactPart
  readonly start?: string
  readonly end?: string
  readonly source: FactSource
  /** The rows that it was calculated from, if it is none itself. */
  readonly from?: readonly Fact[]
}

export type FactPart = 'year' | 'Q1' | 'Q2' | 'Q3' | 'Q4' | 'half' | 'nine-months'

export interface FactQuery {
  readonly subjects?: readonly number[]
  readonly attributes?: readonly number[]
  readonly years?: readonly number[]
  readonly parts?: readonly FactPart[]
}

export interface Subject {
  readonly id: number
  /** `country`, `territory`, `region`, `ocean`, `company`, `laureate`, `officeholder` or `team`. */
  readonly kind: string
  /** Unique within the kind: a company's CIK with ten digits, a country's code. */
  readonly key: string
  readonly name: string
}

export interface Attribute {
  readonly id: number
  /** Key of the collection. */
  readonly collection: string
  /** Unique within the collection, such as `us-gaap:NetIncomeLoss`. */
  readonly key: string
  readonly section: string
  readonly label: string
  readonly definition?: string
  /** The kind of subject that it is about. */
  readonly kind: string
}

export interface FactSource {
  readonly url: string
  readonly title: string
  readonly publishedOn: string
  /** The form of a filing, such as `10-K`; `standardised` if the value belongs to no single filing. */
  readonly form?: string
}

export interface Collection {
  readonly key: string
  readonly title: string
  /** The day of its data, as YYYY-MM-DD. */
  readonly edition: string
  readonly publisher: string
  readonly licence: string
  readonly url: string
  readonly facts: number
}
