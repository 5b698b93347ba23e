import type { Question } from '../plan/question.ts'
import type { Span } from '../text/span.ts'
import type { FoundSentence } from './find-sentences.ts'

/** The smallest phrase of a sentence that answers, relative to the sentence's text. */
export function shortAnswer(_question: Question, _sentence: FoundSentence): Span | undefined {
  return undefined
}
