import type { SentenceFeatures } from './sentence-features.ts'

/**
 * How much each feature counts. Most were fitted by `bench/engine/fit-sentences.ts`: the likelihood of
 * the sentences that hold the answer among all sentences of twelve passages found, over half of the
 * articles of XQuAD (each second title), with an L2 penalty of 0.002. The other half was not fitted on.
 * `context`, `asks`, `label` and `field` are set by hand, since that set has no fields and no questions
 * in its text, and gives all paragraphs of an article one title.
 */
export const SENTENCE_WEIGHTS: Readonly<Record<keyof SentenceFeatures, number>> = {
  overlap: 4.53,
  rarest: 0.81,
  context: 2.5,
  before: 1.51,
  pronounAfter: 0.2,
  passageCoverage: 1.5,
  passageScore: 3.49,
  passageFirst: 0.78,
  phrases: 1.89,
  figureFits: 1.64,
  nameFits: 0.65,
  cueFits: 1.18,
  near: 1.39,
  focus: 1.05,
  length: 0.59,
  novel: -0.19,
  asks: -2,
  label: 5,
  field: -2,
}
