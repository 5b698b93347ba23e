import type { AnswerKind } from '../question/answer-kind.ts'
import { nameSpans } from '../question/find-names.ts'
import type { Question } from '../question/question.ts'
import type { Span } from '../text/span.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { contentWords, type Word, words } from '../text/words.ts'
import { answerPhrases, kindWanted } from './answer-phrases.ts'
import { creditsFor } from './match-words.ts'
import { numberSpans } from './number-spans.ts'

/** A sentence as a question sees it. */
export interface SentenceReading {
  readonly text: string
  readonly all: readonly Word[]
  /** Which words the question has too. */
  readonly matched: readonly boolean[]
  readonly kind: AnswerKind
  readonly ofKind: readonly Span[]
  readonly names: readonly Span[]
  readonly figures: readonly Span[]
  readonly focus: string | undefined
  /** "Who found it" asks for the subject of a verb, "what did she find" for its object. */
  readonly asks: 'subject' | 'object' | 'neither'
}

const MOST_WORDS = 120

export function readSentence(question: Question, text: string): SentenceReading {
  const all = words(text).slice(0, MOST_WORDS)
  const vocabulary = new Set(all.map(({ stem }) => stem))
  const credits = question.stems.map(stem => creditsFor(stem, vocabulary))
  return {
    text,
    all,
    matched: all.map(word => !isSmall(word) && credits.some(credit => credit.has(word.stem))),
    kind: kindWanted(question),
    ofKind: answerPhrases(question, { text, words: all }) ?? [],
    names: nameSpans(text, all),
    figures: numberSpans(text),
    focus: contentWords(question.focus ?? '').at(-1)?.stem,
    asks: partAsked(question.text),
  }
}

export function isSmall(word: Word | undefined): boolean {
  return word === undefined || STOP_WORDS.has(word.folded)
}

function partAsked(question: string): SentenceReading['asks'] {
  if (/\b(?:do|does|did)\b/i.test(question)) return 'object'
  return /\b(?:is|are|was|were|be|been)\b/i.test(question) ? 'neither' : 'subject'
}
