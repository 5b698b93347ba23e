import type { Statement } from '../../evidence/statement.ts'
import { add, divide } from '../../tables/rational.ts'
import { list, say } from '../../text/say.ts'
import { sayName } from '../companies/company-names.ts'
import { compare, signOf, toNumber } from '../decimal.ts'
import { type Figure, isFormula, isQuotient } from '../figure.ts'
import { findJumps, sayJumps } from '../share-counts.ts'
import { roundAmount } from '../write-amount.ts'
import {
  amount,
  amountWhen,
  apart,
  derivation,
  growthOf,
  nameOwner,
  nameTime,
  type Phrase,
  state,
  type Voice,
  verbOf,
  when,
} from './say.ts'

export type Direction = 'highest' | 'lowest'

type Figures = readonly [Figure, ...Figure[]]

/** The end of a series of more figures is enough in a sentence; the table has the rest. */
const MOST_LISTED = 6
const MOST_PERCENT = 1_000

/** One figure, with the change from a year before if that is known. */
export function stateFigure(figure: Figure, voice: Voice, before?: Figure): Statement {
  const way = derivation(figure, voice)
  const told = way && say`: ${way}`
  const deed = deedOf(figure, voice)
  const claim = deed
    ? say`${sayName(figure.company)} ${deed}`
    : say`${nameOwner(figure)} ${figure.metric.name} ${verbOf(figure)} ${amount(figure, voice)}`
  const time = when(figure, voice)
  return state(say`${claim} ${time}${before && since(figure, before, voice)}${told}`, voice)
}

/** "earned $97.0 billion", "lost $2.7 billion"; undefined for metrics without words of their own. */
function deedOf(figure: Figure, voice: Voice): Phrase | undefined {
  const { says } = figure.metric
  const words = signOf(figure.value) < 0 ? says?.loss : says?.gain
  if (words === undefined) return undefined
  const [before = '', after = ''] = words.split('{}')
  const said = amount(figure, voice)
  return say`${before}${{ ...said, text: said.text.replace('−', '') }}${after}`
}

/** ", 2.8% less than a year before". */
function since(figure: Figure, before: Figure, voice: Voice): Phrase | undefined {
  if (before.unit !== figure.unit || findJumps([before, figure]).length > 0) return undefined
  const direction = compare(figure.value, before.value)
  const way = direction > 0 ? 'up' : 'down'
  if (direction === 0) return say`, the same as a year before`
  if (isQuotient(figure)) {
    const difference = apart(figure, before, voice)
    if (difference.numbers[0] === 0) return say`, about the same as a year before`
    return say`, ${way} ${difference} on a year before`
  }
  const growth = growthOf(before, figure, voice.form.decimals)
  if (growth) return say`, ${growth.size} ${direction > 0 ? 'more' : 'less'} than a year before`
  const deed = deedOf(before, voice)
  if (deed) return say`, after it ${deed} a year before`
  return say`, ${way} from ${amount(before, voice)} a year before`
}

/** How a figure changed, in percent of the first value and as an amount. */
export function stateChange(
  from: Figure,
  to: Figure,
  voice: Voice,
  between: readonly Figure[] = [],
): Statement {
  const who = `${nameOwner(to)} ${nameMetric([from, to])}`
  const [first, last] = [amountWhen(from, voice), amountWhen(to, voice)]
  const jumps = findJumps([from, to])
  if (from.unit !== to.unit || jumps.length > 0) {
    const open = '; the currencies differ, so the change is left open'
    const note = jumps.length > 0 ? noteOf(jumps) : say`${open}`
    return state(say`${who} ${verbOf(to)} ${first} and ${last}${note}`, voice)
  }
  const direction = compare(to.value, from.value)
  const difference = apart(to, from, voice)
  if (direction === 0 || difference.numbers[0] === 0)
    return state(say`${who} stayed about the same: ${first} and ${last}`, voice)
  const growth = growthOf(from, to, voice.form.decimals)
  const by = growth ? say`${growth.size}, or ${difference}` : say`by ${difference}`
  const verb = direction > 0 ? 'rose' : 'fell'
  return state(
    say`${who} ${verb} ${by}, from ${first} to ${last}${sayLosses(between, voice)}`,
    voice,
  )
}

/** The ends of a series hide the losses between them. */
function sayLosses(figures: readonly Figure[], voice: Voice): Phrase | undefined {
  const below = figures.filter(({ value }) => signOf(value) < 0)
  const [worst] = below.toSorted((a, b) => compare(a.value, b.value))
  if (!worst) return undefined
  const isNamed = below.length <= MOST_LISTED && below.every(({ period }) => period.part === 'year')
  const periods = isNamed
    ? { ...list(below.map(nameTime)), numbers: below.map(({ period }) => period.fiscalYear) }
    : say`${below.length} of ${figures.length} periods`
  return say`; it was below zero in ${periods}, lowest with ${amountWhen(worst, voice)}`
}

function noteOf(jumps: ReturnType<typeof findJumps>): Phrase {
  return { ...say`${sayJumps(jumps)}`, numbers: jumps.flatMap(one => [one.from, one.to]) }
}

/** The compound annual growth rate between two figures; undefined if there is none. */
export function stateAnnualRate(from: Figure, to: Figure, voice: Voice): Statement | undefined {
  const years = to.period.fiscalYear - from.period.fiscalYear
  const quotient = divide(to.value, from.value)
  const isGrowth = signOf(from.value) > 0 && signOf(to.value) > 0 && from.unit === to.unit
  if (!quotient || !isGrowth || years < 1 || from.period.part !== to.period.part) return undefined
  if (findJumps([from, to]).length > 0) return undefined
  const { decimals = 1 } = voice.form
  const rate = Number(((toNumber(quotient) ** (1 / years) - 1) * 100).toFixed(decimals))
  const size = { text: `${Math.abs(rate).toFixed(decimals)}%`, numbers: [rate], sources: [] }
  const verb = rate < 0 ? 'shrank' : 'grew'
  const unit = years === 1 ? 'year' : 'years'
  return state(
    say`${nameOwner(to)} ${to.metric.name} ${verb} at a compound annual rate of ${size} over ${years} ${unit}, from ${amountWhen(from, voice)} to ${amountWhen(to, voice)}`,
    voice,
  )
}

/** Figures of one company and metric at several times, with the change from the first to the last. */
export function stateSeries(figures: Figures, voice: Voice): Statement {
  const [first, ...others] = figures
  const last = others.at(-1)
  if (!last) return stateFigure(first, voice)
  if (others.length === 1) return stateChange(first, last, voice)
  if (others.length >= MOST_LISTED) return stateChange(first, last, voice, figures)
  const growth = growthOf(first, last, voice.form.decimals)
  // Growth from next to nothing says nothing.
  const overall =
    growth && growth.percent <= MOST_PERCENT
      ? say`, ${growth.percent < 0 ? 'down' : 'up'} ${growth.size} over the whole span`
      : undefined
  const listed = list(figures.map(one => amountWhen(one, voice)))
  return state(
    say`${nameOwner(first)} ${nameMetric(figures)} ${verbOf(first)} ${listed}${overall}${noteOf(findJumps(figures))}`,
    voice,
  )
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
  if (findJumps(figures).length > 0) return stateSeries(figures, voice)
  const sign = direction === 'highest' ? 1 : -1
  const best = others.reduce((a, b) => (sign * compare(b.value, a.value) > 0 ? b : a), first)
  const span = {
    ...say`${nameTime(first)} to ${nameTime(last)}`,
    sources: [first, last, ...others],
  }
  return state(
    say`${nameOwner(best)} ${best.metric.name} ${verbOf(best)} ${direction} ${when(best, voice)} at ${amount(best, voice)}, of the ${figures.length} figures from ${span}`,
    voice,
  )
}

/** The sum or average of figures; undefined if they cannot be added. */
export function stateTotal(
  figures: readonly Figure[],
  kind: 'sum' | 'average',
  voice: Voice,
): Statement | undefined {
  const [first, ...others] = figures
  const last = others.at(-1)
  const units = new Set(figures.map(({ unit }) => unit))
  if (!first || !last || units.size > 1 || isQuotient(first)) return undefined
  const owners = [...new Set(figures.map(nameOwner))]
  const isOne = owners.length === 1
  if (isOne && findJumps(figures).length > 0) return undefined
  const sum = others.map(({ value }) => value).reduce(add, first.value)
  const value = kind === 'sum' ? sum : { ...sum, under: sum.under * BigInt(figures.length) }
  const text = roundAmount({ value, unit: first.unit }, voice.form)
  const total = { text, numbers: [toNumber(value)], sources: figures }
  const years = figures.map(one => one.period.fiscalYear)
  const span = isOne
    ? { ...say`from ${nameTime(first)} to ${nameTime(last)}`, numbers: years }
    : say`together`
  const terms = list(figures.map(one => (isOne ? amount(one, voice) : amountWhen(one, voice))))
  const verb = kind === 'sum' ? 'came to' : 'averaged'
  return state(say`${list(owners)} ${first.metric.name} ${span} ${verb} ${total}: ${terms}`, voice)
}

/** The same metric of several companies: which is ahead, and by how much. */
export function stateComparison(
  figures: readonly Figure[],
  direction: Direction,
  voice: Voice,
): Statement | undefined {
  const sign = direction === 'highest' ? -1 : 1
  const ranked = figures.toSorted((a, b) => sign * compare(a.value, b.value))
  const [first, second, ...others] = ranked
  if (!first || !second) return undefined
  const name = nameMetric(ranked)
  if (ranked.some(({ unit }) => unit !== first.unit)) {
    const listed = list(figures.map(one => say`${nameOwner(one)} ${amountWhen(one, voice)}`))
    return state(say`${name}, left unranked because the currencies differ: ${listed}`, voice)
  }
  const lead = amountWhen(first, voice)
  if (others.length > 0) {
    const rest = [second, ...others].map(
      one => say`${sayName(one.company)} with ${amountWhen(one, voice)}`,
    )
    return state(
      say`${sayName(first.company)} had the ${direction} ${name} of the ${ranked.length}: ${lead}, followed by ${list(rest)}`,
      voice,
    )
  }
  const other = say`${nameOwner(second)} ${amountWhen(second, voice)}`
  const same = say`${nameOwner(first)} ${name}, ${lead}, ${verbOf(first)} the same as ${other}`
  if (compare(first.value, second.value) === 0) return state(same, voice)
  const [relation, more] = direction === 'highest' ? ['higher', 'more'] : ['lower', 'less']
  return state(
    say`${sayName(first.company)} had the ${relation} ${name}: ${lead}, ${apart(first, second, voice)} ${more} than ${other}`,
    voice,
  )
}

/** Which of several companies' figures grew most. */
export function stateGrowthRank(
  changes: readonly (readonly [from: Figure, to: Figure])[],
  direction: Direction,
  voice: Voice,
): Statement | undefined {
  const sign = direction === 'highest' ? -1 : 1
  const ranked = changes
    .flatMap(([from, to]) => {
      const growth = growthOf(from, to, voice.form.decimals)
      return growth ? [{ from, to, growth }] : []
    })
    .toSorted((a, b) => sign * (a.growth.percent - b.growth.percent))
  const [first, ...others] = ranked
  if (!first || others.length === 0) return undefined
  const grown = ({ from, to, growth }: typeof first) =>
    say`${growth.percent < 0 ? '−' : ''}${growth.size} from ${nameTime(from)} to ${nameTime(to)}`
  const rest = list(others.map(one => say`${sayName(one.to.company)} with ${grown(one)}`))
  const speed = direction === 'highest' ? 'fastest' : 'slowest'
  return state(
    say`${nameOwner(first.to)} ${first.to.metric.name} grew ${speed}: ${grown(first)}, ahead of ${rest}`,
    voice,
  )
}

/** With the formula if all figures share one: "net margin (net income divided by revenue)". */
function nameMetric(figures: readonly Figure[]): string {
  const [formula = '', ...others] = new Set(figures.map(formulaOf))
  const name = figures[0]?.metric.name ?? ''
  const isNamed = formula === '' || others.length > 0 || / as a share |^ratio of /.test(name)
  return isNamed ? name : `${name} (${formula})`
}

function formulaOf(figure: Figure): string {
  const terms = isFormula(figure) ? (figure.terms ?? []) : []
  const said = terms.map(
    ({ sign, figure: one }, at) => `${at > 0 ? `${sign} ` : ''}${one.metric.name}`,
  )
  return said.join(' ')
}
