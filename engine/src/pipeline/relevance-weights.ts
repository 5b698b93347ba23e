import type { RelevanceFeatures } from './relevance.ts'

/**
 * Fitted by bench/engine/fit-relevance.ts: questions asked of a library that answers them against the
 * same questions asked of one that does not. More than zero means that there is an answer.
 */
export const RELEVANCE_WEIGHTS: Readonly<Record<keyof RelevanceFeatures, number>> = {
  one: -4.15,
  coverage: 3.27,
  overlap: 4.03,
  passageWords: 1.28,
  names: 2.84,
  isNamed: -1.24,
  otherWords: 0,
  length: 2.21,
}
