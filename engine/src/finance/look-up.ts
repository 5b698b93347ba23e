import type { Company, FiscalPeriod } from '../search/company-fact.ts'
import { compare } from './decimal.ts'
import type { FactBook } from './fact-book.ts'
import type { Figure } from './figure.ts'
import { combine, findFigure, findSeries } from './find-figure.ts'
import { conceptsOf, type Metric, metricOf } from './metrics.ts'
import { daysApart } from './period.ts'
import type { Query } from './question/read-query.ts'
import type { AskedTimes } from './question/read-times.ts'
import { previousSlot, resolveSlots, type Slot } from './slots.ts'
import { nameMissing, nameUnresolved } from './statements/say.ts'

/** A query about one metric, or about one as a share or a multiple of another. */
export interface MetricQuery extends Query {
  readonly metric: Metric
  readonly under?: Metric
}

/** One company's figures at the times that were asked for, oldest first. */
export interface Row {
  readonly figures: readonly Figure[]
  /** Whether there is one for each of the times. */
  readonly isComplete: boolean
  /** The times without one, in words. */
  readonly missing: readonly string[]
}

export interface Changes extends Pick<Row, 'figures' | 'missing'> {
  readonly pairs: readonly (readonly [from: Figure, to: Figure])[]
}

/** Years to search for the highest value if no time is named. */
const EXTREME_YEARS = 12
/** A figure that a company gave up reporting two years ago says nothing about now. */
const MOST_AGE_DAYS = 731

export function lookUp(book: FactBook, company: Company, query: MetricQuery): Row {
  const { metric, under, operation } = query
  const slots = slotsOf(book, company, query)
  if (under && operation.kind === 'ratio') {
    const { as } = operation
    const share = `${metric.name} as a share of ${under.name}`
    const name = as === 'percent' ? share : `ratio of ${metric.name} to ${under.name}`
    const isBalance = metric.kind === 'balance' && under.kind === 'balance'
    const measured = { name, kind: isBalance ? 'balance' : 'rate' } as const
    const found = slots.map(slot => {
      const [one, other] = [metric, under].map(of =>
        findFigure(book, { company, metric: of, slot }),
      )
      return one && other && combine([one, '÷', other], { as, metric: measured })
    })
    return toRow({ company, metric: measured }, found, slots, query)
  }
  const own = findSeries(book, { company, metric, slots })
  const row = toRow({ company, metric }, own, slots, query)
  const isKnown = slots.length > 0 && timelineOf(book, company, metric).length > 0
  if (row.figures.length > 0 || isKnown || metric.instead === undefined) return row
  const other = lookUp(book, company, { ...query, metric: metricOf(metric.instead) })
  // The requested figure is still missing, even if another takes its place.
  return other.figures.length > 0 ? { ...other, isComplete: false, missing: row.missing } : row
}

function toRow(
  asked: Parameters<typeof nameMissing>[0],
  found: readonly (Figure | undefined)[],
  slots: readonly Slot[],
  query: MetricQuery,
): Row {
  const figures = found.filter(one => one !== undefined)
  const absent = slots.filter((_, at) => found[at] === undefined)
  const isComplete = absent.length === 0
  if (slots.length === 0)
    return { figures, isComplete, missing: [nameUnresolved(asked, query.times)] }
  const missing = isComplete || isAnyYear(query) ? [] : [nameMissing(asked, absent)]
  return { figures, isComplete, missing }
}

/** The figure of the year before, for context. */
export function findBefore(book: FactBook, figure: Figure, metric: Metric): Figure | undefined {
  const { company, period, span } = figure
  if (span) return undefined
  const slot = { kind: 'fiscal', year: period.fiscalYear, part: period.part } as const
  const before = { ...slot, year: slot.year - 1 }
  const [one, other] = findSeries(book, { company, metric, slots: [before, slot] })
  return other && compare(other.value, figure.value) === 0 ? one : undefined
}

/** Finds the ends of each change: the first and the last time asked for, or each time and the previous one. */
export function lookUpChanges(book: FactBook, company: Company, query: MetricQuery): Changes {
  const { metric, times, step, isAgainstPrevious } = query
  const asked = spanOf(book, company, query)
  const [first, last] = [asked[0], asked.at(-1)]
  if (!first || !last)
    return { pairs: [], figures: [], missing: [nameUnresolved({ company, metric }, times)] }
  const isStepwise = asked.length === 1 || isAgainstPrevious
  // From 2019 to 2023 there are four steps.
  const stepped = asked.length > 1 && times.kind === 'range' ? asked.slice(1) : asked
  const ends = isStepwise
    ? stepped.map(slot => [previousSlot(slot, step), slot] as const)
    : [[first, last] as const]
  const slots = [...ends.flat(), ...(isStepwise ? [] : asked)].filter(slot => slot !== undefined)
  const found = findSeries(book, { company, metric, slots })
  const figureAt = (slot: Slot | undefined) => (slot ? found[slots.indexOf(slot)] : undefined)
  const pairs = ends.flatMap(([before, slot]) => {
    const [from, to] = [figureAt(before), figureAt(slot)]
    return from && to ? [[from, to] as const] : []
  })
  const absent = [...new Set(ends.flat())].flatMap(slot => (slot && !figureAt(slot) ? slot : []))
  return {
    pairs,
    figures: pairs.length > 0 ? found.filter(one => one !== undefined) : [],
    missing: absent.length > 0 ? [nameMissing({ company, metric }, absent)] : [],
  }
}

/** A change over the last five years starts five years back, if there is a figure for that time. */
function spanOf(book: FactBook, company: Company, query: MetricQuery): readonly Slot[] {
  const { times, metric, isAgainstPrevious } = query
  const slots = slotsOf(book, company, query)
  const [first] = slots
  if (times.kind !== 'last' || isAgainstPrevious || !first) return slots
  const earlier = previousSlot(first, times.part)
  const isKnown = earlier && findFigure(book, { company, metric, slot: earlier })
  return earlier && isKnown ? [earlier, ...slots] : slots
}

function slotsOf(book: FactBook, company: Company, query: MetricQuery): readonly Slot[] {
  const { metric, times } = query
  const asked: AskedTimes = isAnyYear(query)
    ? { kind: 'last', count: EXTREME_YEARS, part: 'year' }
    : times
  const known = timelineOf(book, company, metric)
  const end = known.at(-1)?.end
  const isOld = end !== undefined && daysApart(book.latestEnd(company), end) > MOST_AGE_DAYS
  // Only what is latest is asked for.
  const isUndated =
    times.kind === 'each'
      ? times.periods.every(({ kind }) => kind === 'latest' || kind === 'trailing')
      : times.kind === 'last'
  if (isOld && isUndated) return []
  return resolveSlots(asked, { isMoment: metric.kind === 'balance', periods: known })
}

function isAnyYear({ operation, companies, times }: Query): boolean {
  const isUnnamed = times.kind === 'each' && times.periods.length === 0
  return operation.kind === 'extreme' && companies.length === 1 && isUnnamed
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

/** The times for which the figure can be given, oldest first. */
function timelineOf(book: FactBook, company: Company, metric: Metric): readonly FiscalPeriod[] {
  return allFigures(book, company, metric).map(({ period }) => period)
}
