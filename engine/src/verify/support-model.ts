import type { SupportFeatures } from './support-features.ts'
import model from './support-model.json' with { type: 'json' }

/**
 * A logistic model of steps: the score is the bias plus, for each feature, what is added at every
 * threshold that its value reaches. `bench/engine/fit-verifier.ts` writes the file; it lets each
 * feature move the score only the way that makes sense, so that more of a claim in its quotes never
 * counts against it.
 */
export interface SupportModel {
  readonly bias: number
  readonly steps: Readonly<Record<keyof SupportFeatures, readonly (readonly number[])[]>>
}

export const supportModel: SupportModel = model

/** The chance that a claim with these features is supported. */
export function supportScore({ bias, steps }: SupportModel, features: SupportFeatures): number {
  let score = bias
  for (const name of Object.keys(steps) as (keyof SupportFeatures)[]) {
    for (const [at = 0, add = 0] of steps[name]) if (features[name] >= at) score += add
  }
  return 1 / (1 + Math.exp(-score))
}
