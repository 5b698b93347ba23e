import type { Passage } from '../library/passage.ts'
import type { Span } from '../text/span.ts'

/** A sentence or a field that answers a question. */
export interface FoundSentence {
  readonly passage: Passage
  /** Relative to the passage's text. */
  readonly span: Span
  /** What stands there, to the letter. */
  readonly text: string
  /** How well it answers; higher is better. */
  readonly score: number
  /** The phrase of it that answers, relative to the passage's text. */
  readonly phrase?: Span
  /** Of a field line: its label. The rest of the line is the value. */
  readonly label?: string
  /** Where what is asked for stands in the value, if that is less than all of it. */
  readonly value?: Span
}
