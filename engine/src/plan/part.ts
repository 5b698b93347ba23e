import type { FactAnswer } from '../facts/answer.ts'

/** A subject that the library has documents about: a country, a company, a report. */
export interface Subject {
  /** Its name in the documents. */
  readonly name: string
  readonly documentIds: readonly number[]
}

/** One part of the question. */
export interface Part {
  /** A question that is complete without the other parts. */
  readonly question: string
  readonly subject?: Subject
  /** The attribute asked for, in the words of reference works; parts of a comparison share it. */
  readonly attribute?: string
  /** The answer from facts; such a part needs no search. */
  readonly answer?: FactAnswer
  /** Search queries for the web; the question itself if absent. */
  readonly queries?: readonly string[]
  /** Whether the budget has no room for it: the report then lists it as left out. */
  readonly isSkipped?: boolean
}
