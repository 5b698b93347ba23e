import type { Part } from '../plan/part.ts'
import type { FoundSentence } from '../read/find-sentences.ts'
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
}
