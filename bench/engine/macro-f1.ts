import { random } from '@footnote/platform/testing/random'
import type { Interval } from './interval.ts'

export interface Outcome {
  readonly isSupported: boolean
  readonly isJudgedSupported: boolean
}

const RESAMPLES = 2_000

/** Returns the mean of the F1 of both labels. */
export function macroF1(outcomes: readonly Outcome[]): number {
  return (f1(outcomes, true) + f1(outcomes, false)) / 2
}

/** Returns the 95 % confidence interval of macro-F1. Lines of one group are not independent, so groups are drawn whole. */
export function macroF1Interval(groups: readonly (readonly Outcome[])[]): Interval {
  const draw = random(7)
  const scores = Array.from({ length: RESAMPLES }, () =>
    macroF1(groups.flatMap(() => groups[Math.floor(draw() * groups.length)] ?? [])),
  ).sort((one, other) => one - other)
  const at = (share: number) => scores[Math.floor(share * (RESAMPLES - 1))] ?? 0
  return { low: at(0.025), high: at(0.975) }
}

function f1(outcomes: readonly Outcome[], label: boolean): number {
  const said = outcomes.filter(({ isJudgedSupported }) => isJudgedSupported === label)
  const right = said.filter(({ isSupported }) => isSupported === label).length
  const wanted = outcomes.filter(({ isSupported }) => isSupported === label).length
  return right === 0 ? 0 : (2 * right) / (said.length + wanted)
}
