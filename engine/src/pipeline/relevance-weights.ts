import type { RelevanceFeatures } from './relevance.ts'

/**
 * Fitted by bench/engine/fit-relevance.ts: questions asked of a library that answers them against the
 * same questions asked of one that does not. More than zero means that there is an answer.
 */
export const RELEVANCE_WEIGHTS: Readonly<Record<keyof RelevanceFeatures, number>> = {
  one: -3.82,
  coverage: 3.15,
  overlap: 4.23,
  passageWords: 1.64,
  names: 2.73,
  isNamed: -1.13,
  otherWords: -0.31,
  length: 2.28,
}
