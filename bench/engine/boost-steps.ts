import { random } from '@footnote/platform/testing/random'
import type { SupportFeatures } from '../../engine/src/verify/support-features.ts'
import type { SupportModel } from '../../engine/src/verify/support-model.ts'

type Feature = keyof SupportFeatures

/** Which way each feature may move the score, whatever the examples say: 1 up, -1 down. */
export type Directions = Readonly<Record<Feature, 1 | -1>>

export interface Example {
  readonly features: SupportFeatures
  readonly isSupported: boolean
}

export interface Boosting {
  readonly rounds: number
  /** The share of its step that each round takes. */
  readonly rate: number
  /** The share of examples, and of features, that a round sees. */
  readonly examples: number
  readonly features: number
  readonly fewestPerSide: number
  /** Added to the curvature, so that few examples move little. */
  readonly damping: number
  readonly cuts: number
}

interface Stump {
  readonly feature: Feature
  readonly at: number
  readonly below: number
  readonly above: number
}

/** How the loss of some examples changes with their score. */
interface Bend {
  readonly slope: number
  readonly curve: number
}

/** Fits one step at a time to the logistic loss (gradient boosting), only in allowed directions. */
export function boostSteps(
  examples: readonly Example[],
  directions: Directions,
  options: Boosting,
): SupportModel {
  const draw = random(1)
  const names = Object.keys(directions) as Feature[]
  const cuts = new Map(names.map(name => [name, cutsOf(examples, name, options.cuts)]))
  const scores = new Float64Array(examples.length)
  const steps = new Map<string, { feature: Feature; at: number; add: number }>()
  let bias = 0
  for (let round = 0; round < options.rounds; round++) {
    const seen = [...examples.keys()].filter(() => draw() < options.examples)
    const shown = names.filter(() => draw() < options.features)
    const stump = bestStump(examples, scores, { seen, shown, cuts, directions, options })
    if (!stump) continue
    for (const [index, { features }] of examples.entries()) {
      const isAbove = features[stump.feature] >= stump.at
      scores[index] = (scores[index] ?? 0) + (isAbove ? stump.above : stump.below)
    }
    bias += stump.below
    const place = `${stump.feature} ${stump.at}`
    const add = (steps.get(place)?.add ?? 0) + stump.above - stump.below
    steps.set(place, { feature: stump.feature, at: stump.at, add })
  }
  const sorted = [...steps.values()].sort((one, other) => one.at - other.at)
  return {
    bias: round(bias),
    steps: Object.fromEntries(
      names.map(name => [
        name,
        sorted.filter(({ feature }) => feature === name).map(({ at, add }) => [at, round(add)]),
      ]),
    ) as Record<Feature, number[][]>,
  }
}

function cutsOf(examples: readonly Example[], name: Feature, count: number): number[] {
  const values = examples.map(({ features }) => features[name]).sort((one, other) => one - other)
  const cuts = Array.from({ length: count - 1 }, (_, index) =>
    round(values[Math.floor(((index + 1) * values.length) / count)] ?? 0),
  )
  return [...new Set(cuts)].filter(cut => cut > (values[0] ?? 0))
}

function bestStump(
  examples: readonly Example[],
  scores: Float64Array,
  {
    seen,
    shown,
    cuts,
    directions,
    options: { damping, fewestPerSide, rate },
  }: {
    readonly seen: readonly number[]
    readonly shown: readonly Feature[]
    readonly cuts: ReadonlyMap<Feature, readonly number[]>
    readonly directions: Directions
    readonly options: Boosting
  },
): Stump | undefined {
  const parts = seen.flatMap(index => {
    const example = examples[index]
    if (!example) return []
    const chance = 1 / (1 + Math.exp(-(scores[index] ?? 0)))
    const slope = chance - (example.isSupported ? 1 : 0)
    return [{ features: example.features, slope, curve: chance * (1 - chance) }]
  })
  const whole = { slope: sum(parts, 'slope'), curve: sum(parts, 'curve') }
  const move = ({ slope, curve }: Bend) => -slope / (curve + damping)
  const gain = ({ slope, curve }: Bend) => slope ** 2 / (curve + damping)
  let best: Stump | undefined
  let most = gain(whole)
  for (const feature of shown) {
    for (const at of cuts.get(feature) ?? []) {
      const above = { slope: 0, curve: 0, count: 0 }
      for (const part of parts) {
        if (part.features[feature] < at) continue
        above.slope += part.slope
        above.curve += part.curve
        above.count += 1
      }
      if (Math.min(above.count, parts.length - above.count) < fewestPerSide) continue
      const below = { slope: whole.slope - above.slope, curve: whole.curve - above.curve }
      if (directions[feature] * (move(above) - move(below)) < 0) continue
      const gained = gain(above) + gain(below)
      if (gained <= most) continue
      most = gained
      best = { feature, at, below: rate * move(below), above: rate * move(above) }
    }
  }
  return best
}

function sum(parts: readonly Bend[], key: keyof Bend): number {
  return parts.reduce((total, part) => total + part[key], 0)
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
