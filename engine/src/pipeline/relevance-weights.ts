import type { RelevanceFeatures } from './relevance-features.ts'

/**
 * Fitted by bench/engine/fit-relevance.ts: questions asked of a library that answers them against the
 * same questions asked of two that do not. More than zero means that there is an answer.
 */
export const RELEVANCE_WEIGHTS: Readonly<Record<keyof RelevanceFeatures, number>> = {
  one: -3.89,
  coverage: 2.76,
  overlap: 3.52,
  passageWords: 1.57,
  names: 1.85,
  isNamed: -0.11,
  isOtherName: -0.64,
  otherWords: -0.36,
  phrases: 3.8,
  held: 3.62,
  length: 0.87,
}
