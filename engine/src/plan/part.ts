import type { FactAnswer } from '../facts/answer.ts'

/** Something that the library knows by name: a country, a company, a report. */
export interface Subject {
  /** As its documents call it. */
  readonly name: string
  readonly documentIds: readonly number[]
}

/** One thing to find out. */
export interface Part {
  /** In words, complete without the other parts. */
  readonly question: string
  readonly subject?: Subject
  /** What of the subject is asked for, in the words of reference works; parts of a comparison share it. */
  readonly attribute?: string
  /** The answer of a query over facts; nothing need be searched for then. */
  readonly answer?: FactAnswer
  /** What to search the web for, where somebody has thought about it; else the question will do. */
  readonly queries?: readonly string[]
  /** The budget has no room for it: it is named as left out and not looked for. */
  readonly isSkipped?: boolean
}
