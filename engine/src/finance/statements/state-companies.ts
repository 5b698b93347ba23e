import type { Statement } from '../../evidence/statement.ts'
import { list, say } from '../../text/say.ts'
import { sayName } from '../companies/company-names.ts'
import { compare, signOf, toNumber } from '../decimal.ts'
import { type Figure, isQuotient } from '../figure.ts'
import { calendarYearOf } from '../period.ts'
import {
  amountWhen,
  apart,
  gainOrLoss,
  growthOf,
  isOfYear,
  isTelling,
  nameMetric,
  nameOwner,
  ownAmountWhen,
  type Phrase,
  state,
  timesOf,
  type Voice,
  verbOf,
  when,
  withoutArticle,
} from './say.ts'
import type { Direction, Figures, Step } from './state-figures.ts'

/** A multiple below it has two decimals. */
const MOST_NEAR = 2
const MOST_RANKED = 12

/** How much of the field a sentence about several companies covers, and how much of it it names. */
export interface Field {
  /** How many companies were asked about. */
  readonly asked: number
  /** True if only the first and the last are named, because a table has the others. */
  readonly isShort?: boolean
}

/** Sets apart those whose newest figure is more than a fiscal year older than the newest of all. */
export function setApart<Of>(all: readonly Of[], figureOf: (one: Of) => Figure) {
  const yearOf = (one: Of) => calendarYearOf(figureOf(one).period)
  const newest = Math.max(...all.map(yearOf))
  const old = all.filter(one => yearOf(one) < newest - 1)
  const said = old.map(one => {
    const figure = figureOf(one)
    const { company, period } = figure
    const text = say`; ${sayName(company)} has no value after ${period.fiscalYear}, so it is not ranked`
    return { ...text, sources: [figure] }
  })
  return {
    current: all.filter(one => !old.includes(one)),
    apart: said.reduce<Phrase>((one, next) => say`${one}${next}`, say``),
  }
}

/** " of the 3 with figures" if others were asked about too. */
function among(ranked: number, { asked }: Pick<Field, 'asked'>, old: Phrase): Phrase {
  if (asked <= ranked) return say``
  return say` of the ${ranked} with ${old.text ? 'newer ' : ''}figures`
}

/** "; Microsoft's figure is of a later year", if the newest years of all are not the same one. */
function sayOtherYears(figures: readonly Figure[], { told }: Voice): Phrase | undefined {
  const years = figures.map(({ period }) => calendarYearOf(period))
  const newest = Math.max(...years)
  if (!figures.every(isFlowOfYear) || years.every(year => year === newest)) return undefined
  const [later = [], earlier = []] = [true, false].map(isNewest =>
    figures.filter((_, at) => (years[at] === newest) === isNewest),
  )
  const isLater = later.length <= earlier.length
  const others = isLater ? later : earlier
  const who = list(others.map(one => say`${nameOwner(one)}`))
  const key = `other years: ${who.text}`
  if (told.has(key)) return undefined
  told.add(key)
  return say`; ${who} figure${others.length > 1 ? 's are' : ' is'} of ${isLater ? 'a later' : 'an earlier'} year`
}

function isFlowOfYear(figure: Figure): boolean {
  return isOfYear(figure) && figure.period.start !== undefined
}

/** One metric of several companies over time: who is ahead now, and how each got there. */
export function stateRace(
  rows: readonly Figures[],
  voice: Voice,
  field: Field = { asked: rows.length },
): Statement | undefined {
  const ends = rows.map(row => ({ first: row[0], last: row.at(-1) ?? row[0] }))
  const { current, apart: old } = setApart(ends, ({ last }) => last)
  const all = current.toSorted((a, b) => compare(b.last.value, a.last.value))
  const [top, second, ...others] = all
  if (!top || ends.every(({ first, last }) => first === last)) return undefined
  if (all.some(one => one.last.unit !== top.last.unit)) return undefined
  const name = nameMetric(
    all.flatMap(({ first, last }) => [first, last]),
    voice,
  )
  const apart = sayOtherYears(
    all.map(({ last }) => last),
    voice,
  )
  const course = ({ first, last }: typeof top) => sayCourse([first, last], voice)
  if (!second)
    return state(
      say`${nameOwner(top.last)} ${name} ${verbOf(top.last)} ${course(top)}${old}`,
      voice,
    )
  const lowest = others.at(-1)
  const rest = !lowest
    ? say`, against ${nameOwner(second.last)} ${withoutArticle(course(second))}`
    : field.isShort
      ? say`; ${sayName(lowest.last.company)} has the lowest: ${course(lowest)}`
      : [second, ...others]
          .map(one => say`; ${sayName(one.last.company)} had ${course(one)}`)
          .reduce((one, next) => say`${one}${next}`)
  const part = among(all.length, field, old)
  if (!lowest && compare(top.last.value, second.last.value) === 0)
    return state(
      say`${nameOwner(top.last)} ${name}, ${course(top)}, ${verbOf(top.last)} the same as ${nameOwner(second.last)} ${withoutArticle(course(second))}${old}`,
      voice,
    )
  const degree = lowest || part.text ? 'highest' : 'higher'
  return state(
    say`${sayName(top.last.company)} has the ${degree} ${name}${part}: ${course(top)}${rest}${apart}${old}`,
    voice,
  )
}

/** "$24.6 billion in 2025, up 12.3% since 2015", or "$0 in 2025, after $1.44 billion in 2015". */
function sayCourse([first, last]: Step, voice: Voice): Phrase {
  // Quarters have seasons.
  const isSeasonal = !isOfYear(last) && last.metric.kind === 'flow'
  if (first === last || (isSeasonal && first.period.part !== last.period.part))
    return amountWhen(last, voice)
  const growth = growthOf(first, last)
  const isUsual = isQuotient(last) || (signOf(first.value) > 0 && signOf(last.value) > 0)
  const way = compare(last.value, first.value) < 0 ? 'down' : 'up'
  const start = when(first, voice)
  const time = { ...start, text: start.text.replace(/^(?:in|as of) /, '') }
  const since = isTelling(growth)
    ? say`${way} ${growth.size} since ${time}`
    : say`${isUsual ? `${way} from` : 'after'} ${gainOrLoss(first)} ${start}`
  return say`${amountWhen(last, voice)}, ${since}`
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
  asked: { readonly isWhether: boolean; readonly isLast: boolean },
  voice: Voice,
): Statement | undefined {
  const yearOf = ({ period, unit }: Figure) => `${period.part} ${calendarYearOf(period)} ${unit}`
  const pairs = own.flatMap(one => {
    const other = others.find(two => yearOf(two) === yearOf(one))
    return other ? [[one, other] as const] : []
  })
  const ahead = pairs.filter(([one, other]) => compare(one.value, other.value) > 0)
  const [start, end] = [pairs[0], pairs.at(-1)]
  const [one, other] = ahead.at(asked.isLast ? -1 : 0) ?? end ?? []
  if (!start || !end || !one || !other) return undefined
  const isAny = ahead.length > 0
  const count = say`${isAny ? ahead.length : 'none'} of the ${pairs.length}`
  const named = isAny ? say`: ${timesOf(ahead.map(([first]) => first))}` : undefined
  const verdict = asked.isWhether ? (isAny ? 'Yes: ' : 'No: ') : ''
  const text = say`${verdict}${nameOwner(one)} ${one.metric.name} ${verbOf(one)} above ${nameOwner(other)} in ${count} years from ${timesOf([start[0]])} to ${timesOf([end[0]])}${named}; it was ${amountWhen(one, voice)}, against ${ownAmountWhen(other, voice)}`
  return state({ ...text, sources: pairs.flat() }, voice)
}

/** "spent more on share repurchases", for amounts that are neither high nor low. */
function spendingOf({ metric: { says } }: Figure, direction: Direction): string | undefined {
  const [, verb, on] = /^(spent|paid) \{\} (.+)$/.exec(says?.gain ?? '') ?? []
  return verb && on && `${verb} ${direction === 'highest' ? 'more' : 'less'} ${on}`
}

/** The same metric of several companies: which is ahead, and by how much. */
export function stateComparison(
  figures: readonly Figure[],
  direction: Direction,
  voice: Voice,
  { isTimes, ...field }: Field & { readonly isTimes?: boolean },
): Statement | undefined {
  const sign = direction === 'highest' ? -1 : 1
  const { current, apart: old } = setApart(figures, one => one)
  const ranked = current.toSorted((a, b) => sign * compare(a.value, b.value))
  const [first, second, ...others] = ranked
  if (!first || figures.length < 2) return undefined
  const name = nameMetric(ranked, voice)
  if (ranked.some(({ unit }) => unit !== first.unit)) {
    const listed = list(figures.map(one => ownAmountWhen(one, voice)))
    return state(say`${name}, left unranked because the currencies differ: ${listed}`, voice)
  }
  const lead = amountWhen(first, voice)
  if (!second) return state(say`${nameOwner(first)} ${name} ${verbOf(first)} ${lead}${old}`, voice)
  const part = among(ranked.length, field, old)
  const years = sayOtherYears(ranked, voice)
  if (others.length > 0) {
    const rest = ranked
      .slice(1, MOST_RANKED)
      .map(one => say`${sayName(one.company)} with ${amountWhen(one, voice)}`)
    const below = ranked.length - MOST_RANKED
    if (below > 0) rest.push(say`${below} others`)
    return state(
      say`${sayName(first.company)} had the ${direction} ${name}${part.text ? part : say` of the ${ranked.length}`}: ${lead}, followed by ${list(rest)}${years}${old}`,
      voice,
    )
  }
  const other = ownAmountWhen(second, voice)
  const same = say`${nameOwner(first)} ${name}, ${lead}, ${verbOf(first)} the same as ${other}${old}`
  if (compare(first.value, second.value) === 0) return state(same, voice)
  const [degree, more] = direction === 'highest' ? ['higher', 'more'] : ['lower', 'less']
  const relation = part.text ? direction : degree
  const spent = part.text ? undefined : spendingOf(first, direction)
  const quotient = toNumber(first.value) / toNumber(second.value)
  const multiple = Number(quotient.toFixed(quotient < MOST_NEAR ? 2 : 1))
  const isPositive = signOf(second.value) > 0
  const times = isPositive && isTimes ? say`, or ${multiple} times as much` : undefined
  return state(
    say`${sayName(first.company)} ${spent ?? `had the ${relation} ${name}`}${part}: ${lead}, ${apart(first, second)} ${more} than ${other}${times}${years}${old}`,
    voice,
  )
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
  all: readonly Step[],
  direction: Direction,
  voice: Voice,
  asked: number = all.length,
): Statement | undefined {
  const sign = direction === 'highest' ? -1 : 1
  const { current, apart: old } = setApart(all, ([, to]) => to)
  // Growth over fewer years is given, but not ranked.
  const yearsOf = ([from, to]: Step) => calendarYearOf(to.period) - calendarYearOf(from.period)
  const [start, span] = [
    Math.min(...current.map(([from]) => calendarYearOf(from.period))),
    Math.max(...current.map(yearsOf)),
  ]
  const isLate = (step: Step) => calendarYearOf(step[0].period) > start && yearsOf(step) < span
  const changes = current.filter(step => !isLate(step))
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
  const isPair = changes.length === 2 && asked < 3
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
  const late = current.filter(isLate).map(step => {
    const [from, to] = step
    return say`; ${nameOf(to)} figures begin later: ${sayCourse([from, to], voice)}`
  })
  const years = isOfOne
    ? say``
    : (sayOtherYears(
        changes.map(([, to]) => to),
        voice,
      ) ?? say``)
  const claim = say`${nameOwner(first.to)} ${nameMetric(
    ranked.flatMap(({ from, to }) => (isOfOne ? to : [from, to])),
    voice,
  )} ${deed}${among(changes.length, { asked: asked - late.length }, old)}: ${lead}`
  return state(
    [claim, ...rest, ...open, ...late, years, old].reduce((a, b) => say`${a}${b}`),
    voice,
  )
}
