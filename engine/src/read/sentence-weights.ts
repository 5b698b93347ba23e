import type { SentenceFeatures } from './sentence-features.ts'

/**
 * How much each feature counts. All but the last two were fitted by `bench/engine/fit-sentences.ts`:
 * the log-likelihood of the sentences that hold the answer among all sentences of the passages found,
 * over half of the articles of XQuAD (each second title), with an L2 penalty of 0.002; the other half
 * was kept for checking. `label` and `field` are set by hand: that set has no fields.
 */
export const SENTENCE_WEIGHTS: Readonly<Record<keyof SentenceFeatures, number>> = {
  overlap: 4.55,
  rarest: 0.82,
  context: 2.5,
  before: 1.51,
  pronounAfter: 0.21,
  passageCoverage: 1.57,
  passageScore: 3.47,
  passageFirst: 0.8,
  phrases: 1.98,
  figureFits: 1.6,
  nameFits: 1.39,
  cueFits: 1.21,
  near: 1.17,
  focus: 1.12,
  length: 0.53,
  novel: -0.21,
  asks: -2,
  label: 4,
  field: -1,
}
