import type { Statement } from '../../evidence/statement.ts'
import { rational } from '../../tables/rational.ts'
import { list, say } from '../../text/say.ts'
import { sayName } from '../companies/company-names.ts'
import { compare, signOf, times, toNumber } from '../decimal.ts'
import { areComparable, type Figure } from '../figure.ts'
import { calendarYearOf } from '../period.ts'
import { roundAmount } from '../write-amount.ts'
import {
  amount,
  amountWhen,
  apart,
  deedOf,
  gainOrLoss,
  growthOf,
  isOfYear,
  nameMetric,
  nameOwner,
  nameTime,
  type Phrase,
  state,
  timesOf,
  type Voice,
  verbOf,
  when,
  withoutSign,
} from './say.ts'
import { type Direction, type Figures, type Step, stateSeries } from './state-figures.ts'

/** A condition on a year: above or below zero, more or less than the one before, or above an amount. */
export type YearTest = 'gain' | 'loss' | 'rise' | 'fall' | { readonly over: number }

const MOST_NAMED = 4
const ZERO = rational('0')

/** The change of each year: "rose 5.0% to $10 in 2022, 2.0% to $10.2 in 2023 and fell 1.0% to …". */
export function stateSteps(steps: readonly Step[], voice: Voice): Statement | undefined {
  const last = steps.at(-1)?.[1]
  const verbs = steps.map(([from, to]) => (compare(to.value, from.value) < 0 ? 'fell' : 'rose'))
  const said = steps.map((step, at) => {
    const verb = verbs[at] === verbs[at - 1] ? '' : `${verbs[at]} `
    return say`${verb}${sayStep(step, voice)}`
  })
  return last && state(say`${nameOwner(last)} ${last.metric.name} ${list(said)}`, voice)
}

function sayStep([from, to]: Step, voice: Voice): Phrase {
  const growth = growthOf(from, to)
  return say`${growth?.size ?? say`by ${apart(to, from)}`} to ${amountWhen(to, voice)}`
}

/** In which years a figure was above or below zero or an amount, or rose or fell, and what it was then. */
export function stateYears(
  figures: readonly Figure[],
  whether: YearTest,
  voice: Voice,
  isFirst = false,
): Statement | undefined {
  const isMove = whether === 'rise' || whether === 'fall'
  const counted = isMove ? figures.slice(1) : figures
  const [first, last] = [counted[0], counted.at(-1)]
  if (!first || !last) return undefined
  const over = typeof whether === 'object' ? rational(String(whether.over)) : ZERO
  const orderOf = (one: Figure, at: number) =>
    compare(one.value, isMove ? (figures[at]?.value ?? one.value) : over)
  const wanted = whether === 'loss' || whether === 'fall' ? -1 : 1
  const met = counted.filter((one, at) => orderOf(one, at) === wanted)
  const amountOver = {
    ...say`${roundAmount({ value: over, unit: first.unit })}`,
    numbers: [toNumber(over)],
  }
  const limit =
    whether === 'gain'
      ? say`positive`
      : whether === 'loss'
        ? say`negative`
        : say`above ${amountOver}`
  const deed = isMove ? { rise: 'rose', fall: 'fell' }[whether] : say`${verbOf(first)} ${limit}`
  const unit = figures.every(isOfYear) ? 'years' : 'periods'
  const count =
    met.length === counted.length
      ? say`all ${counted.length}`
      : met.length === 0
        ? say`none of the ${counted.length}`
        : say`${met.length} of the ${counted.length}`
  const sayOne = (one: Figure) => {
    const before = isMove ? figures[figures.indexOf(one) - 1] : undefined
    return before ? sayStep([before, one], voice) : say`${amount(one)} ${when(one, voice)}`
  }
  const span = {
    ...say`from ${nameTime(first)} to ${nameTime(last)}`,
    numbers: [first, last].map(({ period }) => period.fiscalYear),
  }
  const [start, before] = [met[0], counted[counted.indexOf(met[0] ?? first) - 1]]
  if (isFirst && !isMove && start && before) {
    const claim = say`${nameOwner(first)} ${first.metric.name} ${verbOf(first)} first ${limit} ${when(start, voice)}`
    const text = say`${claim}, of the ${counted.length} ${unit} ${span}: ${amount(start)}, after ${amountWhen(before, voice)}`
    return state({ ...text, sources: figures }, voice)
  }
  const others = counted.filter(one => !met.includes(one))
  const isMost = met.length > MOST_NAMED && others.length < met.length
  const shown = !isMost && met.length > 0 ? say`: ${list(met.map(sayOne))}` : undefined
  const [named, left] = [timesOf(met), timesOf(others)]
  const isShort = named.text.length <= left.text.length
  const exceptions = isShort ? say`: ${named}` : say`, all but ${left}`
  const rest = isMost && others.length > 0 ? exceptions : undefined
  const text = say`${nameOwner(first)} ${first.metric.name} ${deed} in ${count} ${unit} ${span}${shown}${rest}`
  return state({ ...text, sources: figures }, voice)
}

/** Says the result of each time, one by one: "Ford Motor earned $4.35 billion in 2023 and lost … in 2025". */
export function stateDeeds(figures: readonly Figure[], voice: Voice): Statement | undefined {
  const [first] = figures
  const deeds = figures.flatMap((one, at) => {
    const before = figures[at - 1]
    const isSame = before && signOf(before.value) === signOf(one.value)
    const deed = isSame ? withoutSign(amount(one)) : deedOf(one)
    return deed ? say`${deed} ${when(one, voice)}` : []
  })
  if (!first || deeds.length < figures.length || deeds.length > MOST_NAMED) return undefined
  return state(say`${sayName(first.company)} ${list(deeds)}`, voice)
}

/** When a figure was back at its first level, after it had fallen below; for debt and the like, after it had risen. */
export function stateReturn(figures: readonly Figure[], voice: Voice): Statement | undefined {
  const [base, ...later] = figures
  const last = later.at(-1)
  if (!base || !last) return undefined
  const isDown = base.metric.good === 'down'
  const orderOf = (one: Figure, to = base) => (isDown ? -1 : 1) * compare(one.value, to.value)
  const start = later.findIndex(one => orderOf(one) < 0)
  const back = later.find((one, at) => start >= 0 && at > start && orderOf(one) >= 0)
  const until = back ? later.slice(0, later.indexOf(back)) : later
  const far = until.reduce((a, b) => (orderOf(b, a) < 0 ? b : a), until[0] ?? last)
  const it = base.metric.isPlural ? 'their' : 'its'
  const level = { ...say`${it} level of ${nameTime(base)}`, numbers: [base.period.fiscalYear] }
  const who = say`${nameOwner(base)} ${nameMetric(figures, voice)}`
  const edge = isDown ? 'high' : 'low'
  const low = () =>
    far === last ? '' : say`, after a ${edge} of ${amount(far)} ${when(far, voice)}`
  if (start < 0)
    return state(
      say`${who} never ${isDown ? 'rose above' : 'fell below'} ${level}, ${gainOrLoss(base)}: the ${edge}est since was ${amountWhen(far, voice)}`,
      voice,
    )
  if (!back)
    return state(
      say`${who} ${base.metric.isPlural ? 'have' : 'has'} not returned to ${level}, ${gainOrLoss(base)}: ${amountWhen(last, voice)}${low()}`,
      voice,
    )
  const again =
    orderOf(last) < 0
      ? say`; ${when(last, voice)} ${base.metric.isPlural ? 'they were' : 'it was'} ${isDown ? 'above' : 'below'} it again, at ${gainOrLoss(last)}`
      : ''
  return state(
    say`${who} returned to ${level} ${when(back, voice)}: ${gainOrLoss(back)}, against ${gainOrLoss(base)}${low()}${again}`,
    voice,
  )
}

/** How many years a figure took to become twice what it was. */
export function stateDoubling(figures: readonly Figure[], voice: Voice): Statement | undefined {
  const [base, ...later] = figures
  const last = later.at(-1)
  if (!base || !last || signOf(base.value) <= 0 || !areComparable(figures)) return undefined
  const goal = times(base.value, 2)
  const twice = later.find(one => compare(one.value, goal) >= 0)
  const end = twice ?? last
  const years = calendarYearOf(end.period) - calendarYearOf(base.period)
  const has = base.metric.isPlural ? 'have' : 'has'
  const took = twice
    ? say`took ${years} years to double`
    : say`${has} not doubled since ${timesOf([base])}`
  const course = say`${gainOrLoss(base)} ${when(base, voice)} and ${amountWhen(end, voice)}`
  return state(say`${nameOwner(base)} ${base.metric.name} ${took}: ${course}`, voice)
}

/** When a figure was highest or lowest. */
export function stateExtreme(
  figures: Figures,
  direction: Direction,
  voice: Voice,
): Statement | undefined {
  const [first, ...others] = figures
  const last = others.at(-1)
  if (!last || others.some(({ unit }) => unit !== first.unit)) return undefined
  if (!areComparable(figures)) return stateSeries(figures, voice)
  const sign = direction === 'highest' ? 1 : -1
  const best = others.reduce((a, b) => (sign * compare(b.value, a.value) > 0 ? b : a), first)
  const span = {
    ...say`${nameTime(first)} to ${nameTime(last)}`,
    sources: [first, last, ...others],
  }
  return state(
    say`${nameOwner(best)} ${best.metric.name} ${verbOf(best)} ${direction} ${when(best, voice)} at ${gainOrLoss(best)}, of the ${figures.length} figures from ${span}`,
    voice,
  )
}
