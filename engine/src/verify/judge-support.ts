import { alignClaim } from './align-claim.ts'
import { checkFigures } from './check-figures.ts'
import { plainSentence } from './plain-sentence.ts'
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
  const plain = plainSentence(claim)
  const alignment = alignClaim(plain, quotes)
  const score = supportScore(supportModel, supportFeatures(plain, alignment, context.question))
  const problems = checkFigures(claim, quotes, { alignment })
  return { supported: score >= LEAST_SCORE, score, problems }
}
