import type { Statement } from '../../evidence/statement.ts'
import type { Company } from '../../search/company-fact.ts'
import { add, divide } from '../../tables/rational.ts'
import { joinAnd, list, say } from '../../text/say.ts'
import { sayName } from '../companies/company-names.ts'
import { compare, signOf, toNumber } from '../decimal.ts'
import {
  areComparable,
  asReported,
  type Figure,
  isMoment,
  isQuotient,
  sayJumps,
} from '../figure.ts'
import type { Metric } from '../metrics.ts'
import { roundAmount } from '../write-amount.ts'
import {
  amount,
  amountWhen,
  apart,
  deedOf,
  derivation,
  gainOrLoss,
  growthOf,
  isOfYear,
  isTabled,
  isTelling,
  nameMetric,
  nameOwner,
  nameTime,
  type Phrase,
  rounded,
  state,
  type Voice,
  verbOf,
  when,
} from './say.ts'

export type Direction = 'highest' | 'lowest'

export type Figures = readonly [Figure, ...Figure[]]

export type Step = readonly [from: Figure, to: Figure]

const MOST_NAMED = 4
const MOST_LOSSES = 2

/** One figure, with the change from a year before if that is known. */
export function stateFigure(figure: Figure, voice: Voice, before?: Figure): Statement {
  const way = derivation(figure)
  const told = way && say`: ${way}`
  const reported = asReported(figure)
  const shown = reported ?? figure
  const deed = deedOf(shown)
  const claim = deed
    ? say`${sayName(figure.company)} ${deed}`
    : say`${nameOwner(figure)} ${figure.metric.name} ${verbOf(figure)} ${amount(shown)}`
  const time = when(figure, voice)
  const adjusted = reported && say`, or ${amount(figure)}`
  const change = before && since(figure, before)
  return state(say`${claim} ${time}${change}${told}${adjusted}${sayBeyond([figure])}`, voice)
}

/** "; above 100%, it mostly shows how small shareholders' equity is", or nothing. */
function sayBeyond(figures: readonly Figure[]): Phrase | undefined {
  const { metric, terms } = figures.find(isBeyond) ?? {}
  const under = terms?.at(-1)?.figure.metric.name
  if (metric?.mostTelling === undefined || !under) return undefined
  return say`; above ${metric.mostTelling}%, it mostly shows how small ${under} is`
}

function isBeyond({ metric: { mostTelling }, value }: Figure): boolean {
  return mostTelling !== undefined && toNumber(value) > mostTelling
}

/** Says why there is no quotient: "Larkspur's shareholders' equity was −$5 million as of …, so …". */
export function stateSenseless(
  { name }: Pick<Metric, 'name'>,
  divisors: readonly Figure[],
  voice: Voice,
): Statement[] {
  const [first] = divisors
  if (!first) return []
  const said = list(divisors.map(one => amountWhen(one, voice)))
  return [
    state(
      say`${nameOwner(first)} ${first.metric.name} ${verbOf(first)} ${said}, so its ${name} for ${divisors.length > 1 ? 'these times' : 'that time'} has no meaning`,
      voice,
    ),
  ]
}

/** ", 2.8% less than a year before". */
function since(figure: Figure, before: Figure): Phrase | undefined {
  if (before.unit !== figure.unit || !areComparable([before, figure])) return undefined
  const direction = compare(figure.value, before.value)
  const way = direction > 0 ? 'up' : 'down'
  if (direction === 0) return say`, the same as a year before`
  if (isQuotient(figure)) {
    const difference = apart(figure, before)
    if (difference.numbers[0] === 0) return say`, about the same as a year before`
    return say`, ${way} ${difference} on a year before`
  }
  const growth = growthOf(before, figure)
  if (growth && signOf(figure.value) > 0)
    return say`, ${growth.size} ${direction > 0 ? 'more' : 'less'} than a year before`
  const deed = deedOf(before)
  if (deed) return say`, after it ${deed} a year before`
  const isFromZero = signOf(before.value) === 0
  return say`, ${isFromZero ? 'after' : `${way} from`} ${amount(before)} a year before`
}

/** How a figure changed, in percent of the first value and as an amount, with what the ends hide. */
export function stateChange(
  from: Figure,
  to: Figure,
  voice: Voice,
  between: readonly Figure[] = [],
): Statement {
  const who = `${nameOwner(to)} ${nameMetric([from, to], voice)}`
  const [first, last] = [amountWhen(from, voice), amountWhen(to, voice)]
  const isComparable = areComparable([from, to])
  if (from.unit !== to.unit || !isComparable) {
    const open = '; the currencies differ, so the change is left open'
    const note = isComparable ? open : sayJumps([from, to])
    return state(say`${who} ${verbOf(to)} ${first} and ${last}${note}`, voice)
  }
  const direction = compare(to.value, from.value)
  const difference = apart(to, from)
  const hidden = sayHidden(from, to, between, voice)
  if (direction === 0 || difference.numbers[0] === 0)
    return state(say`${who} stayed about the same: ${first} and ${last}${hidden}`, voice)
  const growth = growthOf(from, to)
  // From nothing, to nothing and across zero, a difference says less than the ends do.
  const isOfZero = [from, to].some(({ value }) => signOf(value) === 0)
  if (isOfZero && !isQuotient(to))
    return state(say`${who} ${verbOf(to)} ${last}, after ${first}${hidden}`, voice)
  const isSigned = [from, to].some(({ value }) => signOf(value) < 0)
  if (isSigned && to.metric.says?.loss === undefined && !isQuotient(to))
    return state(say`${who} went from ${first} to ${last}${hidden}`, voice)
  const beyond = sayBeyond([from, to])
  const by = isTelling(growth) ? say` ${growth.size}, or ${difference},` : say` by ${difference},`
  const verb = direction > 0 ? 'rose' : 'fell'
  const why = voice.explain?.(from, to)
  return state(
    say`${who} ${verb}${beyond ? '' : by} from ${first} to ${last}${why ? say`: ${why}` : hidden}${beyond}`,
    voice,
  )
}

/** Adds what the ends of a series hide: its losses, its peak and its low. */
function sayHidden(
  from: Figure,
  to: Figure,
  figures: readonly Figure[],
  voice: Voice,
): Phrase | undefined {
  if (figures.length < 3 || !areComparable(figures)) return undefined
  const ordered = figures.toSorted((a, b) => compare(b.value, a.value))
  const [top = to, bottom = to] = [ordered[0], ordered.at(-1)]
  const below = figures.filter(({ value }) => signOf(value) < 0)
  const isNamed = below.length <= MOST_NAMED && below.every(one => isOfYear(one) && !isMoment(one))
  const periods = isNamed
    ? { ...list(below.map(nameTime)), numbers: below.map(({ period }) => period.fiscalYear) }
    : say`${below.length} of ${figures.length} periods`
  const isEnd = (figure: Figure) => [from, to].some(end => compare(end.value, figure.value) === 0)
  const said = [
    ...(isEnd(top) ? [] : [say`highest with ${amountWhen(top, voice)}`]),
    ...(below.length > 1 || (below.length > 0 && isEnd(bottom))
      ? [say`below zero in ${periods}`]
      : []),
    ...(isEnd(bottom) ? [] : [say`lowest with ${amountWhen(bottom, voice)}`]),
  ]
  const it = from.metric.isPlural ? 'they were' : 'it was'
  return said.length > 0 ? say`; ${it} ${list(said)}` : undefined
}

/** The compound annual growth rate between two figures; undefined if there is none. */
export function stateAnnualRate(
  from: Figure,
  to: Figure,
  voice: Voice,
  between: readonly Figure[] = [],
): Statement | undefined {
  const years = to.period.fiscalYear - from.period.fiscalYear
  const quotient = divide(to.value, from.value)
  const isGrowth = signOf(from.value) > 0 && signOf(to.value) > 0 && from.unit === to.unit
  if (!quotient || !isGrowth || years < 1 || from.period.part !== to.period.part) return undefined
  if (!areComparable([from, to])) return undefined
  const rate = Number(((toNumber(quotient) ** (1 / years) - 1) * 100).toFixed(1))
  const size = { text: `${Math.abs(rate).toFixed(1)}%`, numbers: [rate], sources: [] }
  const total = growthOf(from, to)
  const verb = rate < 0 ? 'shrank' : 'grew'
  const span = say`over ${years} ${years === 1 ? 'year' : 'years'}`
  const pace =
    total && years > 1
      ? say`${total.size} ${span}, a compound annual rate of ${size},`
      : say`at a compound annual rate of ${size} ${span},`
  return state(
    say`${nameOwner(to)} ${to.metric.name} ${verb} ${pace} from ${amountWhen(from, voice)} to ${amountWhen(to, voice)}${sayHidden(from, to, between, voice)}`,
    voice,
  )
}

/** Figures of one company and metric at several times, with the change from the first to the last. */
export function stateSeries(figures: Figures, voice: Voice): Statement {
  const [first, ...others] = figures
  const last = others.at(-1)
  if (!last) return stateFigure(first, voice)
  if (others.length === 1) return stateChange(first, last, voice)
  // Quarters have seasons: the last is set against the same of the year before.
  const before = figures.find(
    ({ period, metric }) =>
      metric.kind === 'flow' &&
      period.part !== 'year' &&
      period.part === last.period.part &&
      period.fiscalYear === last.period.fiscalYear - 1,
  )
  const isLong = figures.length > voice.mostListed
  if (isLong && before && before !== first) return stateFigure(last, voice, before)
  if (isLong || voice.explain) return stateChange(first, last, voice, figures)
  // Quarters of one year have seasons, and growth from next to nothing says nothing.
  const growth = first.period.part === last.period.part ? growthOf(first, last) : undefined
  const overall = isTelling(growth)
    ? say`, ${growth.percent < 0 ? 'down' : 'up'} ${growth.size} over the whole span`
    : undefined
  // Said once or twice, "a loss of" reads better than a sign.
  const isOften = figures.filter(({ value }) => signOf(value) < 0).length > MOST_LOSSES
  const sayOne = isOften ? amount : gainOrLoss
  const listed = list(figures.map(one => say`${sayOne(one)} ${when(one, voice)}`))
  return state(
    say`${nameOwner(first)} ${nameMetric(figures, voice)} ${verbOf(first)} ${listed}${overall}${sayJumps(figures)}${sayBeyond(figures)}`,
    voice,
  )
}

/** The sum or average of figures; undefined if they cannot be added. */
export function stateTotal(
  figures: readonly Figure[],
  kind: 'sum' | 'average',
  voice: Voice,
  sharer?: Company,
): Statement | undefined {
  const [first, ...others] = figures
  const last = others.at(-1)
  const units = new Set(figures.map(({ unit }) => unit))
  if (!first || !last || units.size > 1 || (kind === 'sum' && isQuotient(first))) return undefined
  const owners = [...new Set(figures.map(nameOwner))]
  const isOne = owners.length === 1
  if (isOne && !areComparable(figures)) return undefined
  const sum = others.map(({ value }) => value).reduce(add, first.value)
  const value = kind === 'sum' ? sum : { ...sum, under: sum.under * BigInt(figures.length) }
  const text = roundAmount({ value, unit: first.unit })
  const total = { text, numbers: [toNumber(value)], sources: figures }
  const years = figures.map(one => one.period.fiscalYear)
  const isOfYears = isOne && figures.every(isOfYear)
  const gaps = isOfYears ? missingIn(years) : []
  const without = gaps.length > 0 ? `, without ${joinAnd(gaps.map(String))},` : ''
  const span = isOne
    ? {
        ...say`from ${nameTime(first)} to ${nameTime(last)}${without}`,
        numbers: [...years, ...gaps],
      }
    : say`together`
  const isShort = isOne && isTabled(voice)
  const terms = list(figures.map(one => (isOne ? gainOrLoss(one) : amountWhen(one, voice))))
  const verb = kind === 'sum' ? 'came to' : 'averaged'
  const part = figures.find(({ company }) => company.cik === sharer?.cik)
  const isWhole = figures.every(one => signOf(one.value) > 0)
  const share =
    part && isWhole
      ? say`; ${nameOwner(part)} share was ${rounded((100 * toNumber(part.value)) / toNumber(sum), 'percent', [part])}`
      : undefined
  return state(
    say`${list(owners)} ${first.metric.name} ${span} ${verb} ${total}${isShort ? '' : say`: ${terms}`}${share}`,
    voice,
  )
}

/** The years between the first and the last that are not among them. */
function missingIn(years: readonly number[]): number[] {
  const [first = 0, last = 0] = [years[0], years.at(-1)]
  const all = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  return all.filter(year => !years.includes(year))
}

/** Two figures of one company: "had more debt than cash: $47.0 billion as of …, against $9.4 billion". */
export function stateTwo(one: Figure, other: Figure, voice: Voice): Statement {
  const order = compare(one.value, other.value)
  const relation = order === 0 ? 'as much' : order > 0 ? 'more' : 'less'
  return state(
    say`${sayName(one.company)} had ${relation} ${one.metric.name} ${order === 0 ? 'as' : 'than'} ${other.metric.name}: ${amountWhen(one, voice)}, against ${amount(other)}`,
    voice,
  )
}
