import type { Statement } from '../../evidence/statement.ts'
import { compare } from '../decimal.ts'
import type { Figure } from '../figure.ts'
import type { Direction } from '../question/read-operation.ts'
import {
  capital,
  joinAnd,
  nameMetric,
  nameOwner,
  nameTime,
  sayFiled,
  sayWithPeriod,
  type Voice,
  verbOf,
} from './say.ts'
import { differenceOf, type Growth, writeOperands } from './state-change.ts'
import { stateFigures } from './state-figures.ts'

/** The same metric of several companies beside each other: which is ahead, and by how much. */
export function stateComparison(
  figures: readonly Figure[],
  { voice, direction }: { readonly voice: Voice; readonly direction: Direction },
): Statement | undefined {
  const ranked = rank(figures, direction)
  const [first, second] = ranked
  if (!first || !second) return undefined
  const name = nameMetric(ranked)
  const say = (one: Figure) => sayWithPeriod(one, voice, ranked)
  if (ranked.some(({ unit }) => unit !== first.unit)) {
    const listed = figures.map(one => `${nameOwner(one)} ${say(one)}`)
    const text = `${capital(name)}, in different currencies and so left unranked: ${listed.join('; ')}${sayFiled(ranked, voice)}.`
    return stateFigures(text, ranked, voice)
  }
  const lead = `${nameOwner(first)} ${name}, ${say(first)}, ${verbOf(first)}`
  if (ranked.length > 2) {
    const others = ranked.slice(1).map(one => `${nameOwner(one)}, ${say(one)}`)
    const text = `${lead} the ${direction} of ${ranked.length}, before ${joinAnd(others)}${sayFiled(ranked, voice)}.`
    return stateFigures(text, ranked, voice, [ranked.length])
  }
  const other = `${nameOwner(second)}, ${say(second)}${sayFiled(ranked, voice)}`
  if (compare(first.value, second.value) === 0)
    return stateFigures(`${lead} the same as ${other}.`, ranked, voice)
  const apart = differenceOf(first, second)
  const [more, less] = direction === 'highest' ? [first, second] : [second, first]
  const operands = writeOperands(more, less)
  const working = first.unit === 'percent' ? '' : ` (${operands.text[0]} − ${operands.text[1]})`
  const relation = direction === 'highest' ? 'higher' : 'lower'
  const text = `${lead} ${apart.text} ${relation}${working} than ${other}.`
  const computed = [apart.number, ...operands.numbers]
  return stateFigures(text, ranked, voice, computed)
}

/** Which of several companies' figures grew most. */
export function stateGrowthRank(
  grown: readonly { readonly figures: readonly [Figure, Figure]; readonly growth: Growth }[],
  voice: Voice,
): Statement | undefined {
  const ranked = grown.toSorted((a, b) => b.growth.percent - a.growth.percent)
  const [first, ...others] = ranked
  if (!first || others.length === 0) return undefined
  const say = ({ figures: [from, to], growth }: (typeof grown)[number]) =>
    `${growth.percent < 0 ? '−' : ''}${growth.text} from ${nameTime(from)} to ${nameTime(to)}`
  const figures = ranked.flatMap(one => one.figures)
  const rest = others.map(one => `${nameOwner(one.figures[1])}, ${say(one)}`)
  const text = `${nameOwner(first.figures[1])} ${first.figures[1].metric.name} had the highest growth, ${say(first)}, before ${joinAnd(rest)}${sayFiled(figures, voice)}.`
  const computed = ranked.flatMap(one => one.growth.computed)
  return stateFigures(text, figures, voice, computed)
}

function rank(figures: readonly Figure[], direction: Direction): readonly Figure[] {
  const sign = direction === 'highest' ? -1 : 1
  return figures.toSorted((a, b) => sign * compare(a.value, b.value))
}
