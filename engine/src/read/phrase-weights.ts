import type { PhraseFeatures } from './phrase-features.ts'

/**
 * How much each feature counts, fitted by `bench/engine/fit-phrases.ts` on half of the articles of
 * XQuAD (each second title), given the sentence that holds the answer; the other half was kept for
 * checking.
 */
export const PHRASE_WEIGHTS: PhraseFeatures = {
  asked: -2.11,
  small: -0.69,
  length: -1.12,
  single: -0.89,
  ofKind: 3.76,
  holdsKind: 1.66,
  cutsKind: 1.74,
  isName: 1.52,
  cutsName: -0.07,
  figure: 0.21,
  cleanStart: 0.67,
  cleanEnd: 0.84,
  endsInFocus: 1.59,
  beforeFocus: 1.29,
  nearLeft: 2.02,
  nearRight: 1.41,
  led: 0.84,
  called: 0.64,
  subject: 0.76,
  object: -0.54,
  opens: 0.53,
  closes: 1.07,
  verbal: -0.48,
  quoted: 2.08,
  ahead: 0.3,
  behind: 0.69,
}
