import type { Part } from '../plan/part.ts'
import type { FoundSentence } from '../read/find-sentences.ts'
import type { LeadingValue } from '../read/leading-value.ts'
import type { TableAnswer } from '../tables/table-answer.ts'

/** What was found out about one part of the question. */
export interface Finding {
  readonly part: Part
  /** What answers it, best first; empty when nothing does. */
  readonly sentences: readonly FoundSentence[]
  /** What else the same places say about it. */
  readonly related: readonly FoundSentence[]
  /** A figure looked up in a table or calculated from its cells. */
  readonly tableAnswer?: TableAnswer
  /** The first ones of a kind, in order. */
  readonly ranking?: Ranking
}

export interface Ranking {
  readonly label: string
  readonly direction: 'highest' | 'lowest'
  readonly entries: readonly RankedField[]
  /** How many documents give the figure. */
  readonly among: number
}

export interface RankedField {
  readonly field: FoundSentence
  readonly value: LeadingValue
}
