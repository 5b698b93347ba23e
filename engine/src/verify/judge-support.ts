import { alignClaim } from './align-claim.ts'
import { checkFigures } from './check-figures.ts'
import { measureOverlap, type Overlap } from './measure-overlap.ts'
import { MOST_SENTENCE_CHARACTERS, plainSentence } from './plain-sentence.ts'
import type { Problem } from './problem.ts'

export interface Judgement {
  readonly supported: boolean
  /** How likely it is that the quotes bear the claim out, from 0 to 1. */
  readonly score: number
  readonly problems: readonly Problem[]
}

const LEAST_SCORE = 0.5
/** A logistic model of four figures, fitted to half of the claims of a development set. */
const BIAS = -1.55
const WEIGHTS: Overlap = { words: 3.1, pairs: 1, missingNumbers: -0.6, lengthRatio: -0.28 }

/** Whether the text of the quotes supports the claim, told by the words that they share. */
export function judgeSupport(claim: string, quotes: readonly string[]): Judgement {
  const plain = plainSentence(claim.slice(0, MOST_SENTENCE_CHARACTERS))
  const alignment = alignClaim(plain, quotes)
  const overlap = measureOverlap(plain, alignment)
  const names = Object.keys(WEIGHTS) as (keyof Overlap)[]
  const sum = names.reduce((all, name) => all + WEIGHTS[name] * overlap[name], BIAS)
  const score = 1 / (1 + Math.exp(-sum))
  const problems = checkFigures(plain, quotes, { alignment })
  return { supported: score >= LEAST_SCORE, score, problems }
}
