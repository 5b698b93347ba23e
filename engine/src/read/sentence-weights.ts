import type { SentenceFeatures } from './sentence-features.ts'

/**
 * How much each feature counts. All but the last two were fitted by `bench/engine/fit-sentences.ts`:
 * the log-likelihood of the sentences that hold the answer among all sentences of the passages found,
 * over half of the articles of XQuAD (each second title), with an L2 penalty of 0.002; the other half
 * was kept for checking. `label` and `field` are set by hand: that set has no fields.
 */
export const SENTENCE_WEIGHTS: Readonly<Record<keyof SentenceFeatures, number>> = {
  overlap: 5.29,
  rarest: 0.86,
  context: 0.41,
  before: 1.96,
  after: -0.06,
  pronounAfter: 0.67,
  passageCoverage: 1.53,
  passageScore: 3.17,
  passageFirst: 1.1,
  pairs: 0.4,
  names: 0.31,
  figureFits: 1.67,
  figureNear: 0.58,
  nameFits: 1.53,
  nameNear: 0.97,
  cueFits: 0.97,
  focus: 1.11,
  numbers: -0.07,
  length: 0.75,
  short: 1.05,
  novel: -0.58,
  opens: 0.53,
  asks: -2,
  label: 4,
  field: -1,
}
