import type { Company } from '../search/company-fact.ts'
import { compare, signOf } from './decimal.ts'
import type { FactBook } from './fact-book.ts'
import type { Figure } from './figure.ts'
import { findFigure, findSeries } from './find-figure.ts'
import { conceptsOf, type Metric, metricOf } from './metrics.ts'
import { daysApart } from './period.ts'
import type { Query } from './question/read-query.ts'
import type { AskedPeriod } from './question/read-times.ts'
import { previousSlot, resolveSlots, type Slot } from './slots.ts'
import { nameMissing, nameUnresolved } from './statements/say.ts'

/** A query about one metric. */
export interface MetricQuery extends Query {
  readonly metric: Metric
}

/** One company's figures at the times that were asked for, oldest first. */
export interface Row {
  readonly slots: readonly Slot[]
  /** The figure of each slot. */
  readonly found: readonly (Figure | undefined)[]
  readonly figures: readonly Figure[]
  /** Whether there is one for each of the times. */
  readonly isComplete: boolean
  /** The times without one, in words. */
  readonly missing: readonly string[]
  /** The divisors of quotients, at the times when they are not above zero. */
  readonly senseless: readonly Figure[]
}

/** Years to search for the highest value if no time is named. */
const EXTREME_YEARS = 12
/** "The last 3 fiscal years" are these and no others. */
const FISCAL_YEARS = /\bfiscal years\b/i
/** A figure that a company gave up reporting two years ago says nothing about now. */
export const MOST_AGE_DAYS = 731

export function lookUp(book: FactBook, company: Company, query: MetricQuery): Row {
  const { metric, times } = query
  const slots = slotsOf(book, company, query)
  const found = findSeries(book, { company, metric, slots })
  const asked = { company, metric, isCalendar: book.isCalendar(company) }
  const figures = found.filter(one => one !== undefined)
  const divisor = divisorOf(metric)
  const below = (slot: Slot) => {
    const other = divisor && findFigure(book, { company, metric: divisor, slot })
    return other && signOf(other.value) <= 0 ? other : undefined
  }
  const newer = isAnyYear(query) ? [] : newerThan(book, company, query, slots)
  const absent = [...slots.filter((_, at) => found[at] === undefined), ...newer]
  const unnamed = isAnyYear(query) ? [] : absent.filter(slot => !below(slot))
  // The figures end before the times do.
  const isLate =
    times.kind === 'last' &&
    figures.length > 0 &&
    found.findLastIndex(one => one !== undefined) === figures.length - 1
  const reason = isLate ? 'not in the filings here yet' : metric.lacks
  const open =
    slots.length === 0
      ? nameUnresolved(asked, times)
      : unnamed.length > 0
        ? nameMissing(asked, unnamed)
        : undefined
  const missing = open === undefined ? [] : [`${open}${reason === undefined ? '' : ` (${reason})`}`]
  const senseless = absent.flatMap(slot => below(slot) ?? [])
  const isComplete = figures.length === slots.length
  const row = { slots, found, figures, isComplete, missing, senseless }
  if (missing.length === 0) return row
  // Figures of several of the times, up to the last, are better than others of all of them.
  const isCurrent = figures.length > 1 && found.at(-1) !== undefined
  for (const nearest of nearestTo(query, row)) {
    const other = lookUp(book, company, nearest)
    const [given] = other.figures
    if (!given || other.figures.length <= figures.length || isCurrent) continue
    // The nearest figure takes the place of one that is given for fewer of the times, which stay missing.
    const isOfYear = nearest.times !== times
    const name = isOfYear ? `${given.metric.name} of the year` : given.metric.name
    const named = missing.map(one => `${one} (given instead: ${name})`)
    return { ...other, isComplete: false, missing: named }
  }
  return row
}

/** The year of quarters or of twelve months that are not known, or other figures that tell most about the one that is not. */
function nearestTo(query: MetricQuery, { slots, figures }: Pick<Row, 'slots' | 'figures'>) {
  const { metric } = query
  const years = slots.flatMap((slot): AskedPeriod[] => {
    if (slot.kind === 'trailing') return [{ kind: 'latest', part: 'year' }]
    const isPart = slot.kind === 'fiscal' && slot.part !== 'year'
    return isPart ? [{ kind: 'fiscal', year: slot.year, part: 'year' }] : []
  })
  const isUnknown = figures.length === 0 && years.length > 0
  return [
    ...(isUnknown ? [{ ...query, times: { kind: 'each', periods: years } as const }] : []),
    ...(metric.instead ?? []).map(id => ({ ...query, metric: metricOf(id) })),
  ]
}

/** The metric that a quotient is divided by. */
export function divisorOf({ formulas: [formula] }: Metric): Metric | undefined {
  return formula?.of[1] === '÷' ? metricOf(formula.of[2]) : undefined
}

/** Years after the latest figure for which the company has reported others, if the times have no end. */
function newerThan(
  book: FactBook,
  company: Company,
  { times }: MetricQuery,
  slots: readonly Slot[],
): Slot[] {
  const last = slots.at(-1)
  if (!isOpenEnded(times) || last?.kind !== 'fiscal' || last.part !== 'year') return []
  const count = Math.max(0, book.latestYear(company) - last.year)
  return Array.from({ length: count }, (_, at) => ({ ...last, year: last.year + at + 1 }))
}

export function isOpenEnded(times: Query['times']): boolean {
  if (times.kind === 'each')
    return times.periods.every(({ kind }) => kind === 'latest' || kind === 'trailing')
  return times.kind === 'last' || (times.kind === 'range' && !times.to && !times.step)
}

/** The figure of the year before, for context. */
export function findBefore(book: FactBook, figure: Figure): Figure | undefined {
  const { company, metric, period, span } = figure
  if (span) return undefined
  const slot = { kind: 'fiscal', year: period.fiscalYear, part: period.part } as const
  const before = { ...slot, year: slot.year - 1 }
  const [one, other] = findSeries(book, { company, metric, slots: [before, slot] })
  return other && compare(other.value, figure.value) === 0 ? one : undefined
}

/** Returns whether the ends of a change are each time and the one before it, and not the first and the last. */
export function isStepwise({ isAgainstPrevious }: Query, { slots }: Pick<Row, 'slots'>): boolean {
  return slots.length <= 2 || isAgainstPrevious
}

export function isAboutChange({ operation, isAgainstPrevious }: Query): boolean {
  return operation.kind === 'change' || operation.kind === 'annual-rate' || isAgainstPrevious
}

/** The times to look at; a change needs those before them. */
function slotsOf(book: FactBook, company: Company, query: MetricQuery): readonly Slot[] {
  const { metric, metrics, times, isAgainstPrevious } = query
  const figures = allFigures(book, company, metric)
  // A quotient has no meaning at times when its divisor is below zero, which are times all the same.
  const divisor = divisorOf(metric)
  const senseless = divisor
    ? allFigures(book, company, divisor).filter(({ value }) => signOf(value) <= 0)
    : []
  const own = [...figures, ...senseless]
    .map(({ period }) => period)
    .sort((a, b) => a.end.localeCompare(b.end))
  const end = own.at(-1)?.end
  const isOld = end !== undefined && daysApart(book.latestEnd(company), end) > MOST_AGE_DAYS
  const isLatest = isOpenEnded(times) && times.kind !== 'range'
  if (isOld && isLatest) return []
  // The last times of several metrics are the same for all.
  const others = times.kind === 'last' ? metrics.filter(one => one !== metric) : []
  const periods = others
    .flatMap(one => {
      const isMoment = one.kind === 'balance'
      return book.periods({ company, concepts: conceptsOf(one), isMoment })
    })
    .concat(own)
    .sort((a, b) => a.end.localeCompare(b.end))
  const timeline = { isMoment: metric.kind === 'balance', periods }
  const asked = resolveSlots(
    isAnyYear(query) ? { kind: 'last', count: EXTREME_YEARS, part: 'year' } : times,
    timeline,
  )
  const [first] = asked
  if (!isAboutChange(query) || !first) return asked
  if (asked.length === 1 || (isAgainstPrevious && times.kind !== 'range')) {
    const before = asked.flatMap(slot => previousSlot(slot) ?? [])
    const distinct = [...before, ...asked].map(slot => [JSON.stringify(slot), slot] as const)
    return [...new Map(distinct).values()]
  }
  // A change over the last five years starts five years back, if there is a figure for that time.
  if (times.kind !== 'last' || FISCAL_YEARS.test(query.clause)) return asked
  const earlier = previousSlot(first, times.part)
  return earlier && findFigure(book, { company, metric, slot: earlier })
    ? [earlier, ...asked]
    : asked
}

function isAnyYear({ operation, companies, unknown, times }: Query): boolean {
  const isUnnamed = times.kind === 'each' && times.periods.length === 0
  return operation.kind === 'extreme' && companies.length + unknown.length === 1 && isUnnamed
}

/** Every figure of the metric, oldest first. */
export function allFigures(book: FactBook, company: Company, metric: Metric): Figure[] {
  return book
    .periods({ company, concepts: conceptsOf(metric), isMoment: metric.kind === 'balance' })
    .flatMap(({ fiscalYear: year, part }) => {
      const slot = { kind: 'fiscal', year, part } as const
      return findFigure(book, { company, metric, slot }) ?? []
    })
}
