import type { FoundSentence } from '../evidence/found-sentence.ts'
import type { Passage } from '../library/passage.ts'
import type { TableAnswer } from '../tables/table-answer.ts'
import { trim } from '../text/sentences.ts'
import type { Span } from '../text/span.ts'
import { stateTableAnswer } from '../write/state-table-answer.ts'
import type { Cite } from './filling.ts'

/** A field, a sentence or a figure from a table that a value can be read from. */
export type Found = FoundText | FoundFigure

export interface FoundText {
  readonly kind: 'field' | 'prose'
  readonly passage: Passage
  /** What is quoted, and the part of it that is the value; relative to the passage's text. */
  readonly span: Span
  readonly value: Span
  /** Of a field. */
  readonly label?: string
  /** In prose, the smallest phrase that answers. */
  readonly phrase?: Span
}

export interface FoundFigure {
  readonly kind: 'figure'
  readonly passage: Passage
  readonly answer: TableAnswer
}

export function readFound(found: FoundSentence): FoundText {
  const { passage, span, label } = found
  if (label !== undefined) {
    const whole = trim(passage.text, { start: span.start + label.length + 1, end: span.end })
    const { value = whole } = found
    return { kind: 'field', passage, span, value, label }
  }
  const { phrase } = found
  return { kind: 'prose', passage, span, value: span, ...(phrase && { phrase }) }
}

/** What a value read from it rests on: all of the quote, or as far as the value goes. */
export function citeOf(found: Found, { end }: { readonly end?: number } = {}): Cite {
  const { passage } = found
  if (found.kind === 'figure') {
    return { passage, enter: ledger => stateTableAnswer(found.answer, ledger).evidence }
  }
  const span = { start: found.span.start, end: end ?? found.span.end }
  return { passage, enter: ledger => [ledger.enter(passage, span)] }
}
