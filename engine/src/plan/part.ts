import type { FactAnswer } from '../facts/answer.ts'

/** One part of the question. */
export interface Part {
  /** A question that is complete without the other parts. */
  readonly question: string
  /** The answer from facts; such a part needs no search. */
  readonly answer?: FactAnswer
  /** Search queries for the web; the question itself if absent. */
  readonly queries?: readonly string[]
  /** Whether the budget has no room for it: the report then lists it as left out. */
  readonly isSkipped?: boolean
}
