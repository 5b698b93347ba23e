import type { Statement } from '../../evidence/statement.ts'
import { add, divide } from '../../tables/rational.ts'
import { list, say } from '../../text/say.ts'
import { compare, signOf, toNumber } from '../decimal.ts'
import { sayName } from '../edgar/name-words.ts'
import { type Figure, isFormula, isQuotient } from '../figure.ts'
import { findJumps, sayJumps } from '../share-counts.ts'
import { roundAmount } from '../write-amount.ts'
import { apart, growthOf } from './growth.ts'
import {
  amount,
  amountWhen,
  derivation,
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

/** One figure, with the change from a year before if that is known. */
export function stateFigure(figure: Figure, voice: Voice, before?: Figure): Statement {
  const way = derivation(figure, voice)
  const told = way && say`: ${way}`
  const context = since(figure, before, voice)
  return state(say`${claim(figure, voice)} ${when(figure, voice)}${context}${told}`, voice)
}

/** "Apple earned $97.0 billion", "Apple's gross margin was 44.1%". */
function claim(figure: Figure, voice: Voice): Phrase {
  const { metric, company } = figure
  const deed = deedOf(figure, voice)
  if (deed) return say`${sayName(company)} ${deed}`
  return say`${nameOwner(figure)} ${metric.name} ${verbOf(figure)} ${amount(figure, voice)}`
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
function since(figure: Figure, before: Figure | undefined, voice: Voice): Phrase | undefined {
  if (!before || before.unit !== figure.unit || findJumps([before, figure]).length > 0)
    return undefined
  const direction = compare(figure.value, before.value)
  if (direction === 0) return say`, the same as a year before`
  if (isQuotient(figure)) {
    const difference = apart(figure, before, voice)
    if (difference.numbers[0] === 0) return say`, about the same as a year before`
    return say`, ${direction > 0 ? 'up' : 'down'} ${difference} on a year before`
  }
  const growth = growthOf(before, figure, voice.form.decimals)
  if (growth) return say`, ${growth.size} ${direction > 0 ? 'more' : 'less'} than a year before`
  const deed = deedOf(before, voice)
  if (deed) return say`, after it ${deed} a year before`
  return say`, ${direction > 0 ? 'up' : 'down'} from ${amount(before, voice)} a year before`
}

/** How a figure changed, in percent of the first value and as an amount. */
export function stateChange(from: Figure, to: Figure, voice: Voice): Statement {
  const who = `${nameOwner(to)} ${nameMetric([from, to])}`
  const [first, last] = [amountWhen(from, voice), amountWhen(to, voice)]
  const jumps = findJumps([from, to])
  if (from.unit !== to.unit || jumps.length > 0) {
    const note =
      jumps.length > 0 ? sayJumps(jumps) : '; the currencies differ, so the change is left open'
    const years = jumps.flatMap(jump => [jump.from, jump.to])
    return state(
      say`${who} ${verbOf(to)} ${first} and ${last}${{ ...say`${note}`, numbers: years }}`,
      voice,
    )
  }
  const direction = compare(to.value, from.value)
  const difference = apart(to, from, voice)
  const isSame = direction === 0 || difference.numbers[0] === 0
  if (isSame) return state(say`${who} stayed about the same: ${first} and ${last}`, voice)
  const verb = direction > 0 ? 'rose' : 'fell'
  const growth = growthOf(from, to, voice.form.decimals)
  if (!growth) return state(say`${who} ${verb} by ${difference}, from ${first} to ${last}`, voice)
  return state(
    say`${who} ${verb} ${growth.size}, or ${difference}, from ${first} to ${last}`,
    voice,
  )
}

/** The compound annual growth rate between two figures; undefined if there is none. */
export function stateAnnualRate(from: Figure, to: Figure, voice: Voice): Statement | undefined {
  const years = to.period.fiscalYear - from.period.fiscalYear
  const quotient = divide(to.value, from.value)
  const isGrowth = signOf(from.value) > 0 && signOf(to.value) > 0 && from.unit === to.unit
  if (!quotient || !isGrowth || years < 1 || from.period.part !== to.period.part) return undefined
  if (findJumps([from, to]).length > 0) return undefined
  const rate = Number(
    ((toNumber(quotient) ** (1 / years) - 1) * 100).toFixed(voice.form.decimals ?? 1),
  )
  const verb = rate < 0 ? 'shrank' : 'grew'
  const size = say`${{ text: Math.abs(rate).toFixed(voice.form.decimals ?? 1), numbers: [rate], sources: [] }}%`
  const span = say`from ${amountWhen(from, voice)} to ${amountWhen(to, voice)}`
  return state(
    say`${nameOwner(to)} ${to.metric.name} ${verb} at a compound annual rate of ${size} over ${years} ${years === 1 ? 'year' : 'years'}, ${span}`,
    voice,
  )
}

/** Figures of one company and metric at several times, with the change from the first to the last. */
export function stateSeries(figures: Figures, voice: Voice): Statement {
  const [first, ...others] = figures
  const last = others.at(-1)
  if (!last) return stateFigure(first, voice)
  if (others.length === 1 || others.length >= MOST_LISTED) return stateChange(first, last, voice)
  const jumps = findJumps(figures)
  const growth = growthOf(first, last, voice.form.decimals)
  const overall =
    growth && say`, ${growth.percent < 0 ? 'down' : 'up'} ${growth.size} over the whole span`
  const note = { ...say`${sayJumps(jumps)}`, numbers: jumps.flatMap(one => [one.from, one.to]) }
  const listed = list(figures.map(one => amountWhen(one, voice)))
  return state(
    say`${nameOwner(first)} ${nameMetric(figures)} ${verbOf(first)} ${listed}${overall}${note}`,
    voice,
  )
}

/** When a figure was highest or lowest. */
export function stateExtreme(
  figures: Figures,
  { voice, direction }: { readonly voice: Voice; readonly direction: Direction },
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
  { voice, kind }: { readonly voice: Voice; readonly kind: 'sum' | 'average' },
): Statement | undefined {
  const [first, ...others] = figures
  const last = others.at(-1)
  const units = new Set(figures.map(({ unit }) => unit))
  if (!first || !last || units.size > 1 || isQuotient(first)) return undefined
  const owners = [...new Set(figures.map(nameOwner))]
  if (owners.length === 1 && findJumps(figures).length > 0) return undefined
  const count = figures.length
  const sum = others.map(({ value }) => value).reduce(add, first.value)
  const value = kind === 'sum' ? sum : { ...sum, under: sum.under * BigInt(count) }
  const total = {
    text: roundAmount({ value, unit: first.unit }, voice.form),
    numbers: [toNumber(value)],
    sources: figures,
  }
  const span =
    owners.length > 1
      ? say`together`
      : {
          ...say`from ${nameTime(first)} to ${nameTime(last)}`,
          numbers: figures.map(one => one.period.fiscalYear),
        }
  const terms = list(
    figures.map(one => (owners.length > 1 ? amountWhen(one, voice) : amount(one, voice))),
  )
  const verb = kind === 'sum' ? 'came to' : 'averaged'
  return state(say`${list(owners)} ${first.metric.name} ${span} ${verb} ${total}: ${terms}`, voice)
}

/** The same metric of several companies: which is ahead, and by how much. */
export function stateComparison(
  figures: readonly Figure[],
  { voice, direction }: { readonly voice: Voice; readonly direction: Direction },
): Statement | undefined {
  const sign = direction === 'highest' ? -1 : 1
  const ranked = figures.toSorted((a, b) => sign * compare(a.value, b.value))
  const [first, second] = ranked
  if (!first || !second) return undefined
  const name = nameMetric(ranked)
  if (ranked.some(({ unit }) => unit !== first.unit)) {
    const listed = list(figures.map(one => say`${nameOwner(one)} ${amountWhen(one, voice)}`))
    return state(say`${name}, left unranked because the currencies differ: ${listed}`, voice)
  }
  const lead = say`${amountWhen(first, voice)}`
  if (ranked.length > 2) {
    const others = list(
      ranked.slice(1).map(one => say`${sayName(one.company)} with ${amountWhen(one, voice)}`),
    )
    return state(
      say`${sayName(first.company)} had the ${direction} ${name} of the ${ranked.length}: ${lead}, followed by ${others}`,
      voice,
    )
  }
  const other = say`${nameOwner(second)} ${amountWhen(second, voice)}`
  if (compare(first.value, second.value) === 0)
    return state(
      say`${nameOwner(first)} ${name}, ${lead}, ${verbOf(first)} the same as ${other}`,
      voice,
    )
  const relation = direction === 'highest' ? 'higher' : 'lower'
  return state(
    say`${sayName(first.company)} had the ${relation} ${name}: ${lead}, ${apart(first, second, voice)} ${direction === 'highest' ? 'more' : 'less'} than ${other}`,
    voice,
  )
}

/** Which of several companies' figures grew most. */
export function stateGrowthRank(
  changes: readonly (readonly [from: Figure, to: Figure])[],
  { voice, direction }: { readonly voice: Voice; readonly direction: Direction },
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
  const [first] = figures
  const formulaOf = (figure: Figure) =>
    isFormula(figure)
      ? figure.terms
          ?.map(({ sign, figure: { metric } }, at) => `${at > 0 ? `${sign} ` : ''}${metric.name}`)
          .join(' ')
      : undefined
  const formula = first && formulaOf(first)
  const name = first?.metric.name ?? ''
  const isShared = figures.every(figure => formulaOf(figure) === formula)
  return formula === undefined || !isShared || / as a share | ratio of /.test(` ${name} `)
    ? name
    : `${name} (${formula})`
}
