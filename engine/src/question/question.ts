import { contentStems, words } from '../text/words.ts'
import type { AnswerKind } from './answer-kind.ts'
import { expectAnswer } from './expected-answer.ts'
import { findNames } from './find-names.ts'

/** A question as its words tell it. Rules for English; in other languages it wants a thing. */
export interface Question {
  readonly text: string
  /** What the words that carry meaning stem to, each once, in order. */
  readonly stems: readonly string[]
  /** Proper names and quoted phrases, as written. */
  readonly names: readonly string[]
  readonly years: readonly number[]
  readonly wants: AnswerKind
  /** The noun phrase that is asked for: "river" of "Which river flows through Cairo?" */
  readonly focus?: string
}

/** Nothing that long is one question; what follows is not read. */
const MOST_CHARACTERS = 2_000
const YEAR = /(?<![\d.,$€£¥])(?:1\d{3}|20\d{2})(?![\d%]|[.,]\d)/g

export function understandQuestion(text: string): Question {
  const read = text.slice(0, MOST_CHARACTERS)
  const { wants, focus } = expectAnswer(words(read))
  const first = focus?.at(0)
  const last = focus?.at(-1)
  return {
    text,
    stems: [...contentStems(read)],
    names: findNames(read),
    years: [...new Set(Array.from(read.matchAll(YEAR), ([year]) => Number(year)))],
    wants,
    ...(first && last && { focus: read.slice(first.start, last.end) }),
  }
}
