import type { Passage } from '../library/passage.ts'
import type { Question } from '../question/question.ts'
import type { Span } from '../text/span.ts'
import { rateCandidates, type SentenceFeatures } from './sentence-features.ts'
import { SENTENCE_WEIGHTS } from './sentence-weights.ts'

export interface FoundSentence {
  readonly passage: Passage
  /** Relative to the passage's text. */
  readonly span: Span
  /** What stands there, to the letter. */
  readonly text: string
  /** How well it answers; higher is better, comparable within one question only. */
  readonly score: number
  /** How much of the question it holds itself, and together with its title and headings, up to 1. */
  readonly overlap: number
  readonly coverage: number
  /** Of a field line: its label. The rest of the line is the value. */
  readonly label?: string
  /** Where what is asked for stands in the value, if that is less than all of it. */
  readonly value?: Span
}

/** The sentences and field lines of the passages that answer best, best first. */
export function findSentences(
  question: Question,
  passages: readonly Passage[],
  { limit }: { limit: number },
): FoundSentence[] {
  return rateCandidates(question, passages)
    .map(({ candidate: { passage, span, text, label }, features }) => ({
      passage,
      span,
      text,
      score: scoreOf(features),
      overlap: features.overlap,
      coverage: Math.min(1, features.overlap + features.context),
      ...(label !== undefined && { label }),
    }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
}

function scoreOf(features: SentenceFeatures): number {
  let score = 0
  for (const name of FEATURES) score += SENTENCE_WEIGHTS[name] * features[name]
  return score
}

const FEATURES = Object.keys(SENTENCE_WEIGHTS) as (keyof SentenceFeatures)[]
