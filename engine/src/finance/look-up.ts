import type { Company, FiscalPeriod } from '../search/company-fact.ts'
import type { FactBook } from './fact-book.ts'
import type { Figure } from './figure.ts'
import { combine, findFigure, findSeries } from './find-figure.ts'
import { conceptsOf, type Metric, metricOf } from './metrics.ts'
import { daysApart } from './period.ts'
import type { Query } from './question/read-query.ts'
import type { AskedTimes } from './question/read-times.ts'
import { previousSlot, resolveSlots, type Slot } from './slots.ts'
import { nameMissing, nameUnresolved } from './statements/name-missing.ts'

/** A query about one metric. */
export interface MetricQuery extends Query {
  readonly metric: Metric
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
  const row = lookUpOwn(book, company, query)
  const { instead } = query.metric
  const isKnown =
    row.figures.length > 0 ||
    (timelineOf(book, company, query.metric).length > 0 && slotsOf(book, company, query).length > 0)
  if (isKnown || instead === undefined) return row
  const other = lookUpOwn(book, company, { ...query, metric: metricOf(instead) })
  // The requested figure is still missing, even if another takes its place.
  return other.figures.length > 0 ? { ...other, isComplete: false, missing: row.missing } : row
}

function lookUpOwn(book: FactBook, company: Company, query: MetricQuery): Row {
  const { metric } = query
  const slots = slotsOf(book, company, query)
  return toRow({ company, metric }, findSeries(book, { company, metric, slots }), { slots, query })
}

/** One metric as a share or a multiple of another. */
export function lookUpRatio(
  book: FactBook,
  company: Company,
  query: MetricQuery & { readonly under: Metric; readonly as: 'percent' | 'times' },
): Row {
  const { metric: over, under, as } = query
  const name =
    as === 'percent'
      ? `${over.name} as a share of ${under.name}`
      : `ratio of ${over.name} to ${under.name}`
  const kind = over.kind === 'balance' && under.kind === 'balance' ? 'balance' : 'rate'
  const slots = slotsOf(book, company, query)
  const found = slots.map(slot => {
    const one = findFigure(book, { company, metric: over, slot })
    const other = findFigure(book, { company, metric: under, slot })
    return one && other && combine([one, '÷', other], { as, metric: { name, kind } })
  })
  return toRow({ company, metric: { name, kind } }, found, { slots, query })
}

function toRow(
  asked: Parameters<typeof nameMissing>[0],
  found: readonly (Figure | undefined)[],
  { slots, query }: { readonly slots: readonly Slot[]; readonly query: MetricQuery },
): Row {
  const figures = found.filter(one => one !== undefined)
  const absent = slots.filter((_, at) => found[at] === undefined)
  const isComplete = absent.length === 0
  if (slots.length === 0)
    return { figures, isComplete, missing: [nameUnresolved(asked, query.times)] }
  return {
    figures,
    isComplete,
    missing: isComplete || isAnyYear(query) ? [] : [nameMissing(asked, absent)],
  }
}

/** The figure of the year before, for context. */
export function findBefore(book: FactBook, figure: Figure, metric: Metric): Figure | undefined {
  const { company, period, span } = figure
  if (span) return undefined
  const slot = { kind: 'fiscal', year: period.fiscalYear, part: period.part } as const
  const before = { ...slot, year: slot.year - 1 }
  const [one, other] = findSeries(book, { company, metric, slots: [before, slot] })
  return other &&
    one &&
    other.value.over * figure.value.under === figure.value.over * other.value.under
    ? one
    : undefined
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
  const open = [...new Set(ends.flat())].filter(slot => slot !== undefined && !figureAt(slot))
  const absent = open.filter(slot => slot !== undefined)
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
  if (isOld && isUndated(times)) return []
  return resolveSlots(asked, { isMoment: metric.kind === 'balance', periods: known })
}

/** Whether only what is latest is asked for. */
function isUndated(times: AskedTimes): boolean {
  if (times.kind !== 'each') return times.kind === 'last'
  return times.periods.every(({ kind }) => kind === 'latest' || kind === 'trailing')
}

function isAnyYear({ operation, companies, times }: Query): boolean {
  const isUnnamed = times.kind === 'each' && times.periods.length === 0
  return operation.kind === 'extreme' && companies.length === 1 && isUnnamed
}

/** Every figure of the metric, oldest first. */
export function allFigures(book: FactBook, company: Company, metric: Metric): Figure[] {
  return timelineOf(book, company, metric).flatMap(
    ({ fiscalYear, part }) =>
      findFigure(book, { company, metric, slot: { kind: 'fiscal', year: fiscalYear, part } }) ?? [],
  )
}

/** The times for which the figure can be given, oldest first. */
function timelineOf(book: FactBook, company: Company, metric: Metric): readonly FiscalPeriod[] {
  const isMoment = metric.kind === 'balance'
  return book
    .periods({ company, concepts: conceptsOf(metric), isMoment })
    .filter(({ fiscalYear, part }) =>
      findFigure(book, { company, metric, slot: { kind: 'fiscal', year: fiscalYear, part } }),
    )
}
