import { alignClaim } from './align-claim.ts'
import { checkFigures } from './check-figures.ts'
import { MOST_SENTENCE_CHARACTERS, plainSentence } from './plain-sentence.ts'
import type { Problem } from './problem.ts'
import { supportFeatures } from './support-features.ts'
import { supportModel, supportScore } from './support-model.ts'

export interface Judgement {
  readonly supported: boolean
  /** How likely it is that the quotes bear the claim out, from 0 to 1. */
  readonly score: number
  readonly problems: readonly Problem[]
}

const LEAST_SCORE = 0.5

/** Whether the text of the quotes supports the claim, told by the words that they share. */
export function judgeSupport(
  claim: string,
  quotes: readonly string[],
  context: { readonly question?: string } = {},
): Judgement {
  const plain = plainSentence(claim.slice(0, MOST_SENTENCE_CHARACTERS))
  const alignment = alignClaim(plain, quotes)
  const score = supportScore(supportModel, supportFeatures(plain, alignment, context.question))
  const problems = checkFigures(plain, quotes, { alignment })
  return { supported: score >= LEAST_SCORE, score, problems }
}
