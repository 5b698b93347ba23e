import { random } from '@footnote/platform/testing/random'
import { alignClaim } from '../../engine/src/verify/align-claim.ts'
import { plainSentence } from '../../engine/src/verify/plain-sentence.ts'
import { supportFeatures } from '../../engine/src/verify/support-features.ts'
import { type SupportModel, supportScore } from '../../engine/src/verify/support-model.ts'
import type { AttributionLine } from './attribution-lines.ts'
import { type Boosting, boostSteps, type Directions, type Example } from './boost-steps.ts'
import { measureVerifier, type VerifierRow } from './measure-verifier.ts'
import { relatedLines } from './related-lines.ts'

const FOLDS = 8
const DIRECTIONS: Directions = {
  inSentence: 1,
  inWindow: 1,
  inQuotes: 1,
  newsInWindow: 1,
  pairsInWindow: 1,
  togetherInSentence: 1,
  longestRun: 1,
  weakestClause: 1,
  gap: -1,
  missingWords: -1,
  missingNumbers: -1,
  missingNames: -1,
  negationDiffers: -1,
  generalWords: -1,
  lengthRatio: -1,
}
const BOOSTING: Boosting = {
  rounds: 150,
  rate: 0.2,
  examples: 0.7,
  features: 0.5,
  fewestPerSide: 20,
  damping: 5,
  cuts: 24,
}

export function fitVerifier(lines: readonly AttributionLine[]): SupportModel {
  return boostSteps(lines.map(toExample), DIRECTIONS, BOOSTING)
}

/** What the verifier is worth on claims that it has not seen: no two folds share a question or a source. */
export function crossValidateVerifier(
  lines: readonly AttributionLine[],
  { seed }: { seed: number },
): VerifierRow[] {
  const judged = crossValidate(lines.map(toExample), foldsOf(relatedLines(lines), seed))
  return measureVerifier(lines, (_, index) => (judged[index] ?? 0) >= 0.5)
}

function toExample({ claim, references, question, attribution_label }: AttributionLine): Example {
  const plain = plainSentence(claim)
  return {
    features: supportFeatures(plain, alignClaim(plain, references), question),
    isSupported: attribution_label === 'attributable',
  }
}

function crossValidate(examples: readonly Example[], folds: readonly number[]): number[] {
  const scores: number[] = []
  for (let fold = 0; fold < FOLDS; fold++) {
    const seen = examples.filter((_, index) => folds[index] !== fold)
    const model = boostSteps(seen, DIRECTIONS, BOOSTING)
    for (const [index, { features }] of examples.entries()) {
      if (folds[index] === fold) scores[index] = supportScore(model, features)
    }
  }
  return scores
}

/** Shuffled groups, each to the fold that has least so far. */
function foldsOf(groupOf: readonly number[], seed: number): number[] {
  const draw = random(seed)
  const order = [...new Set(groupOf)]
    .map(group => ({ group, place: draw() }))
    .sort((one, other) => one.place - other.place)
  const sizes = new Array<number>(FOLDS).fill(0)
  const foldOf = new Map<number, number>()
  for (const { group } of order) {
    const fold = sizes.indexOf(Math.min(...sizes))
    foldOf.set(group, fold)
    sizes[fold] = (sizes[fold] ?? 0) + groupOf.filter(other => other === group).length
  }
  return groupOf.map(group => foldOf.get(group) ?? 0)
}
