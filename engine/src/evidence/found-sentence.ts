import type { Passage } from '../library/passage.ts'
import type { Span } from '../text/span.ts'

/** A sentence or a field that answers a question. */
export interface FoundSentence {
  readonly passage: Passage
  /** Relative to the passage's text. */
  readonly span: Span
  /** The exact text of the span. */
  readonly text: string
  /** How well it answers; higher is better. */
  readonly score: number
  /** The phrase of it that answers, relative to the passage's text. */
  readonly phrase?: Span
  /** Label of a field line. The rest of the line is the value. */
  readonly label?: string
  /** The part of the value that was asked for, if that is not all of it. */
  readonly value?: Span
}
