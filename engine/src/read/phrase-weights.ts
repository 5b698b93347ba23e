import type { PhraseFeatures } from './phrase-features.ts'

/**
 * How much each feature counts, fitted by `bench/engine/fit-phrases.ts` on half of the articles of
 * XQuAD (each second title), given the sentence that holds the answer; the other half was kept for
 * checking.
 */
export const PHRASE_WEIGHTS: PhraseFeatures = {
  asked: -2.02,
  small: -0.73,
  length: -1.16,
  single: -0.86,
  ofKind: 3.94,
  holdsKind: 1.75,
  cutsKind: 1.41,
  isName: 1.45,
  cutsName: -0.07,
  figure: 0.2,
  cleanStart: 0.69,
  cleanEnd: 0.9,
  endsInFocus: 1.86,
  beforeFocus: 1.58,
  nearLeft: 2.04,
  nearRight: 1.39,
  led: 0.78,
  called: 0.59,
  subject: 0.68,
  object: -0.55,
  opens: 0.54,
  closes: 1.05,
  verbal: -0.48,
  quoted: 2.05,
  ahead: 0.4,
  behind: 0.74,
}
