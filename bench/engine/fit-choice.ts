/** The options of one question, some of them right. */
export type Choice = readonly {
  readonly features: Readonly<Record<string, number>>
  readonly isRight: boolean
}[]

const PENALTY = 0.002
const STEPS = 400
const RATE = 0.15
const MOMENTUM = 0.9
const SPREAD = 0.99

/**
 * The weights under which the right options are likeliest, an option being chosen in proportion to the
 * exponent of its weighted features. Deterministic: Adam from zero over all choices at each step.
 */
export function fitChoice(choices: readonly Choice[]): Record<string, number> {
  const usable = choices.filter(choice => choice.some(({ isRight }) => isRight))
  const names = Object.keys(usable[0]?.[0]?.features ?? {})
  const rows = usable.map(choice =>
    choice.map(({ features, isRight }) => ({
      isRight,
      values: names.map(name => features[name] ?? 0),
    })),
  )
  const weights = names.map(() => 0)
  const mean = names.map(() => 0)
  const square = names.map(() => 0)
  for (let step = 1; step <= STEPS; step++) {
    const rate = RATE * (1 - (0.9 * step) / STEPS)
    gradient(rows, weights).forEach((slope, at) => {
      mean[at] = MOMENTUM * (mean[at] ?? 0) + (1 - MOMENTUM) * slope
      square[at] = SPREAD * (square[at] ?? 0) + (1 - SPREAD) * slope ** 2
      const ahead = (mean[at] ?? 0) / (1 - MOMENTUM ** step)
      const scale = Math.sqrt((square[at] ?? 0) / (1 - SPREAD ** step)) + 1e-8
      weights[at] = (weights[at] ?? 0) - (rate * ahead) / scale
    })
  }
  return Object.fromEntries(names.map((name, at) => [name, weights[at] ?? 0]))
}

type Row = { readonly isRight: boolean; readonly values: readonly number[] }

function gradient(rows: readonly (readonly Row[])[], weights: readonly number[]): number[] {
  const slopes = weights.map(weight => PENALTY * weight)
  for (const row of rows) {
    const scores = row.map(({ values }) => dot(values, weights))
    const top = Math.max(...scores)
    const odds = scores.map(score => Math.exp(score - top))
    const all = sum(odds)
    const right = sum(odds.filter((_, at) => row[at]?.isRight))
    row.forEach(({ isRight, values }, at) => {
      const pull = ((odds[at] ?? 0) / all - (isRight ? (odds[at] ?? 0) / right : 0)) / rows.length
      values.forEach((value, feature) => {
        slopes[feature] = (slopes[feature] ?? 0) + pull * value
      })
    })
  }
  return slopes
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((total, value, at) => total + value * (b[at] ?? 0), 0)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
