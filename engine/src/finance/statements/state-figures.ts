import type { Statement } from '../../evidence/statement.ts'
import type { Company } from '../../search/company-fact.ts'
import { add, divide, rational } from '../../tables/rational.ts'
import { list, say } from '../../text/say.ts'
import { sayName } from '../companies/company-names.ts'
import { compare, signOf, toNumber } from '../decimal.ts'
import {
  areComparable,
  asReported,
  type Figure,
  isFormula,
  isQuotient,
  sayJumps,
} from '../figure.ts'
import type { Metric } from '../metrics.ts'
import { calendarYearOf } from '../period.ts'
import { roundAmount } from '../write-amount.ts'
import {
  amount,
  amountWhen,
  apart,
  derivation,
  gainOrLoss,
  growthOf,
  isTabled,
  nameOwner,
  nameTime,
  ownAmountWhen,
  type Phrase,
  rounded,
  state,
  type Voice,
  verbOf,
  when,
  withoutArticle,
} from './say.ts'

export type Direction = 'highest' | 'lowest'

/** A condition on a year: above or below zero, more or less than the one before, or above an amount. */
export type YearTest = 'gain' | 'loss' | 'rise' | 'fall' | { readonly over: number }

export type Figures = readonly [Figure, ...Figure[]]

const MOST_PERCENT = 1_000
const MOST_NAMED = 4
/** A multiple below it has two decimals. */
const MOST_NEAR = 2
const MOST_RANKED = 12
const MOST_LOSSES = 2
const ZERO = rational('0')

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
  const change = before && since(figure, before, voice)
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

/** "earned $97.0 billion", "lost $2.7 billion"; undefined for metrics without words of their own. */
function deedOf(figure: Figure): Phrase | undefined {
  const { says, kind } = figure.metric
  const words = signOf(figure.value) < 0 ? says?.loss : says?.gain
  if (words === undefined) return undefined
  const [before = '', after = ''] = words.split('{}')
  const isNothing = signOf(figure.value) === 0 && kind === 'flow'
  const said = { ...amount(figure), ...(isNothing && { text: 'nothing' }) }
  return say`${before}${withoutSign(said)}${after}`
}

/** ", 2.8% less than a year before". */
function since(figure: Figure, before: Figure, _voice: Voice): Phrase | undefined {
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
  return say`, ${way} from ${amount(before)} a year before`
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
  const isTelling = growth && growth.percent <= MOST_PERCENT
  const beyond = sayBeyond([from, to])
  const by = isTelling ? say` ${growth.size}, or ${difference},` : say` by ${difference},`
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
  const isNamed = below.length <= MOST_NAMED && below.every(isOfYear)
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

function isOfYear({ period }: Figure): boolean {
  return period.part === 'year'
}

/** The compound annual growth rate between two figures; undefined if there is none. */
export function stateAnnualRate(from: Figure, to: Figure, voice: Voice): Statement | undefined {
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
    say`${nameOwner(to)} ${to.metric.name} ${verb} ${pace} from ${amountWhen(from, voice)} to ${amountWhen(to, voice)}`,
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
  const overall =
    growth && growth.percent <= MOST_PERCENT
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

/** One metric of several companies over time: who is ahead now, and how each got there. */
export function stateRace(rows: readonly Figures[], voice: Voice): Statement | undefined {
  const [top, second, ...others] = rows
    .map(row => ({ first: row[0], last: row.at(-1) ?? row[0] }))
    .toSorted((a, b) => compare(b.last.value, a.last.value))
  const all = [top, second, ...others].filter(one => one !== undefined)
  if (!top || !second || all.some(one => one.first === one.last || one.last.unit !== top.last.unit))
    return undefined
  const course = ({ first, last }: typeof top) => {
    const growth = growthOf(first, last)
    const way = compare(last.value, first.value) < 0 ? 'down' : 'up'
    const start = when(first, voice)
    const time = { ...start, text: start.text.replace(/^(?:in|as of) /, '') }
    const since =
      growth && growth.percent <= MOST_PERCENT
        ? say`${way} ${growth.size} since ${time}`
        : say`${way} from ${gainOrLoss(first)} ${start}`
    return say`${amountWhen(last, voice)}, ${since}`
  }
  const rest =
    others.length === 0
      ? say`, against ${nameOwner(second.last)} ${withoutArticle(course(second))}`
      : [second, ...others]
          .map(one => say`; ${sayName(one.last.company)} had ${course(one)}`)
          .reduce((one, next) => say`${one}${next}`)
  const degree = others.length > 0 ? 'highest' : 'higher'
  const name = nameMetric(
    all.flatMap(({ first, last }) => [first, last]),
    voice,
  )
  return state(
    say`${sayName(top.last.company)} has the ${degree} ${name}: ${course(top)}${rest}`,
    voice,
  )
}

type Step = readonly [from: Figure, to: Figure]

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
  const rest = isMost && others.length > 0 ? say`, all but ${timesOf(others)}` : undefined
  const text = say`${nameOwner(first)} ${first.metric.name} ${deed} in ${count} ${unit} ${span}${shown}${rest}`
  return state({ ...text, sources: figures }, voice)
}

/** "2019, 2020 and 2022". */
function timesOf(figures: readonly Figure[]): Phrase {
  const numbers = figures.map(({ period }) => period.fiscalYear)
  return { ...list(figures.map(nameTime)), numbers, sources: [] }
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

/** "Intel and Boeing made a loss: …; Nike earned …", or "none of the 3 made a loss: …". */
export function stateResults(
  figures: readonly Figure[],
  result: 'loss' | 'profit',
  voice: Voice,
): Statement {
  const sign = result === 'loss' ? -1 : 1
  const ranked = figures.toSorted((a, b) => sign * compare(b.value, a.value))
  const [met, others] = [1, 0].map(is =>
    ranked.filter(({ value }) => Number(signOf(value) === sign) === is),
  )
  const told = (some: readonly Figure[] = [], name = (one: Figure) => sayName(one.company)) =>
    list(
      some.map(
        one => say`${name(one)} ${deedOf(one) ?? say`had ${amount(one)}`} ${when(one, voice)}`,
      ),
    )
  const who = met?.length
    ? say`${list(met.map(({ company }) => say`${sayName(company)}`))} made a ${result}: ${told(met, met.length === 1 ? () => 'it' : undefined)}`
    : say`none of the ${figures.length} made a ${result}: ${told(others)}`
  return state(met?.length && others?.length ? say`${who}; ${told(others)}` : who, voice)
}

function withoutSign(phrase: Phrase): Phrase {
  return { ...phrase, text: phrase.text.replace('−', '') }
}

/** How far two companies were apart at the first and at the last of the times that both have. */
export function stateGap(
  rows: readonly (readonly Figure[])[],
  voice: Voice,
): Statement | undefined {
  const [[a, b], [c, d]] = [rows.map(row => row[0]), rows.map(row => row.at(-1))]
  if (!a || !b || !c || !d || a === c || b === d || rows.length > 2) return undefined
  if (new Set([a, b, c, d].map(({ unit }) => unit)).size > 1) return undefined
  const [from, to] = [apart(a, b), apart(c, d)]
  const isTurned = compare(a.value, b.value) * compare(c.value, d.value) < 0
  const [before = 0, now = 0] = [...from.numbers, ...to.numbers]
  const way = isTurned ? 'turned' : now > before ? 'widened' : now < before ? 'narrowed' : 'stayed'
  const set = (one: Figure, other: Figure) =>
    say`${ownAmountWhen(one, voice)} against ${ownAmountWhen(other, voice)}`
  const text = say`the gap between ${nameOwner(a)} and ${nameOwner(b)} ${nameMetric([a, b, c, d], voice)} ${way} from ${from} to ${to}${isTurned ? ' the other way' : ''}: ${set(a, b)}, and ${set(c, d)}`
  return state(text, voice)
}

/** In which years the first of two companies was ahead, with a yes or a no if it is asked whether. */
export function stateLead(
  [own = [], others = []]: readonly (readonly Figure[])[],
  isWhether: boolean,
  voice: Voice,
): Statement | undefined {
  const yearOf = ({ period, unit }: Figure) => `${period.part} ${calendarYearOf(period)} ${unit}`
  const pairs = own.flatMap(one => {
    const other = others.find(two => yearOf(two) === yearOf(one))
    return other ? [[one, other] as const] : []
  })
  const ahead = pairs.filter(([one, other]) => compare(one.value, other.value) > 0)
  const [start, end] = [pairs[0], pairs.at(-1)]
  const [one, other] = ahead[0] ?? end ?? []
  if (!start || !end || !one || !other) return undefined
  const isAny = ahead.length > 0
  const count = say`${isAny ? ahead.length : 'none'} of the ${pairs.length}`
  const named = isAny ? say`: ${timesOf(ahead.map(([first]) => first))}` : undefined
  const verdict = isWhether ? (isAny ? 'Yes: ' : 'No: ') : ''
  const text = say`${verdict}${nameOwner(one)} ${one.metric.name} ${verbOf(one)} above ${nameOwner(other)} in ${count} years from ${timesOf([start[0]])} to ${timesOf([end[0]])}${named}; it was ${amountWhen(one, voice)}, against ${ownAmountWhen(other, voice)}`
  return state({ ...text, sources: pairs.flat() }, voice)
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
  const span = isOne
    ? { ...say`from ${nameTime(first)} to ${nameTime(last)}`, numbers: years }
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

/** The same metric of several companies: which is ahead, and by how much. */
export function stateComparison(
  figures: readonly Figure[],
  direction: Direction,
  voice: Voice,
  as?: 'times' | 'ratio',
): Statement | undefined {
  const sign = direction === 'highest' ? -1 : 1
  const ranked = figures.toSorted((a, b) => sign * compare(a.value, b.value))
  const [first, second, ...others] = ranked
  if (!first || !second) return undefined
  const name = nameMetric(ranked, voice)
  if (ranked.some(({ unit }) => unit !== first.unit)) {
    const listed = list(figures.map(one => ownAmountWhen(one, voice)))
    return state(say`${name}, left unranked because the currencies differ: ${listed}`, voice)
  }
  const lead = amountWhen(first, voice)
  if (others.length > 0) {
    const rest = ranked
      .slice(1, MOST_RANKED)
      .map(one => say`${sayName(one.company)} with ${amountWhen(one, voice)}`)
    const below = ranked.length - MOST_RANKED
    if (below > 0) rest.push(say`${below} others`)
    return state(
      say`${sayName(first.company)} had the ${direction} ${name} of the ${ranked.length}: ${lead}, followed by ${list(rest)}`,
      voice,
    )
  }
  const other = ownAmountWhen(second, voice)
  const same = say`${nameOwner(first)} ${name}, ${lead}, ${verbOf(first)} the same as ${other}`
  if (compare(first.value, second.value) === 0) return state(same, voice)
  const [relation, more] = direction === 'highest' ? ['higher', 'more'] : ['lower', 'less']
  const quotient = toNumber(first.value) / toNumber(second.value)
  const multiple = Number(quotient.toFixed(quotient < MOST_NEAR ? 2 : 1))
  const isPositive = signOf(second.value) > 0
  const times =
    isPositive && as === 'times'
      ? say`, or ${multiple} times as much`
      : isPositive && as === 'ratio'
        ? sayRatio(figures)
        : undefined
  return state(
    say`${sayName(first.company)} had the ${relation} ${name}: ${lead}, ${apart(first, second)} ${more} than ${other}${times}`,
    voice,
  )
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

/** "; the ratio of Apple's to Microsoft's is 1.25", in the order of the question. */
function sayRatio([one, other]: readonly Figure[]): Phrase | undefined {
  if (!one || !other) return undefined
  const ratio = Number((toNumber(one.value) / toNumber(other.value)).toFixed(2))
  return say`; the ratio of ${nameOwner(one)} to ${nameOwner(other)} is ${ratio}`
}

/** How far a figure moved, in percent of the first value, or in points for percentages; undefined if neither tells. */
function moveOf([from, to]: Step) {
  const growth = growthOf(from, to)
  if (growth) return { from, to, size: growth.size, way: growth.percent }
  if (!isQuotient(to) || from.unit !== to.unit) return undefined
  return { from, to, size: apart(to, from), way: compare(to.value, from.value) }
}

/** Which of several companies' figures grew most, or which of several figures of one company. */
export function stateGrowthRank(
  changes: readonly Step[],
  direction: Direction,
  voice: Voice,
): Statement | undefined {
  const sign = direction === 'highest' ? -1 : 1
  const moves = changes.map(step => moveOf(step))
  const sizeOf = ({ size, way }: NonNullable<(typeof moves)[number]>) =>
    Math.sign(way) * Math.abs(size.numbers[0] ?? 0)
  const ranked = moves
    .filter(one => one !== undefined)
    .toSorted((a, b) => sign * (sizeOf(a) - sizeOf(b)))
  const [first, ...others] = ranked
  const isAlike = ({ to }: { readonly to: Figure }) =>
    first && to.period.part === first.to.period.part && isQuotient(to) === isQuotient(first.to)
  if (!first || others.length === 0 || !others.every(isAlike)) return undefined
  const isOfOne = new Set(ranked.map(({ to }) => to.company.cik)).size === 1
  const isPair = changes.length === 2
  const grew = isQuotient(first.to)
    ? { verb: 'rose', highest: ['rose more', 'rose most'], lowest: ['rose less', 'rose least'] }
    : {
        verb: 'grew',
        highest: ['grew faster', 'grew fastest'],
        lowest: ['grew more slowly', 'grew slowest'],
      }
  // If all fell, the one that grew fastest fell least.
  const fell = { highest: ['fell less', 'fell least'], lowest: ['fell more', 'fell most'] }
  const fallen = ranked.filter(({ way }) => way < 0)
  const isAlone = first.way < 0 && fallen.length === 1 && ranked.length === changes.length
  const deed = isAlone
    ? isPair
      ? 'fell'
      : 'was the only one to fall'
    : (first.way < 0 ? fell : grew)[direction][isPair ? 0 : 1]
  const moved = ({ from, to, size }: typeof first) =>
    say`${size}, from ${amountWhen(from, voice)} to ${amountWhen(to, voice)}`
  const lead = moved(first)
  const nameOf = (to: Figure) => (isOfOne ? to.metric.name : nameOwner(to))
  const rest = others.map(
    one => say`; ${nameOf(one.to)} ${one.way < 0 ? 'fell' : grew.verb} ${moved(one)}`,
  )
  // From a loss, or to one, there is no rate.
  const unrated = changes.filter((_, at) => moves[at] === undefined)
  const open = unrated.map(
    ([from, to]) =>
      say`; ${nameOf(to)} went from ${amountWhen(from, voice)} to ${amountWhen(to, voice)}, for which there is no growth rate`,
  )
  const claim = say`${nameOwner(first.to)} ${nameMetric(
    ranked.flatMap(({ from, to }) => (isOfOne ? to : [from, to])),
    voice,
  )} ${deed}: ${lead}`
  return state(
    [claim, ...rest, ...open].reduce((a, b) => say`${a}${b}`),
    voice,
  )
}

/** With the formula, the first time, if all figures share one: "net margin (net income ÷ revenue)". */
function nameMetric(figures: readonly Figure[], { told }: Voice): string {
  const [formula = '', ...others] = new Set(figures.map(formulaOf))
  const name = figures[0]?.metric.name ?? ''
  const isNamed = formula === '' || others.length > 0 || / as a share |^ratio of /.test(name)
  const full = `${name} (${formula})`
  const isKnown = isNamed || told.has(full)
  if (!isNamed) told.add(full)
  return isKnown ? name : full
}

function formulaOf(figure: Figure): string {
  const terms = isFormula(figure) ? (figure.terms ?? []) : []
  const said = terms.map(
    ({ sign, figure: one }, at) => `${at > 0 ? `${sign} ` : ''}${one.metric.name}`,
  )
  return said.join(' ') + (figure.unit === 'days' ? ' × days' : '')
}
