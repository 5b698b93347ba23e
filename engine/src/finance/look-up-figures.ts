import type { Statement } from '../evidence/statement.ts'
import type { Company, FiscalPeriod } from '../search/company-fact.ts'
import type { FactBook } from './fact-book.ts'
import type { Figure } from './figure.ts'
import { findFigure, findSeries, type Slot } from './find-figure.ts'
import { conceptsOf, type Metric, metricOf } from './metrics.ts'
import type { FinanceQuestion } from './question/read-finance-question.ts'
import type { AskedPeriods } from './question/read-periods.ts'
import { resolveSlots } from './resolve-slots.ts'
import { nameMissing, nameUnresolved } from './statements/name-missing.ts'

export interface Answer {
  readonly statements: readonly Statement[]
  /** The figures behind the statements, to be shown side by side. */
  readonly figures: readonly Figure[]
  /** Figures that were asked for but are in no filing, in words. */
  readonly missing: readonly string[]
}

/** A question about one metric. */
export interface MetricQuestion extends FinanceQuestion {
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

/** Years to search for the highest value if no time is named. */
const EXTREME_YEARS = 12
/** 24 months. */
const MOST_AGE_MS = 731 * 24 * 60 * 60 * 1_000

export function lookUpFigures(book: FactBook, company: Company, question: MetricQuestion): Row {
  const row = lookUp(book, company, question)
  const { instead } = question.metric
  const isKnown = row.figures.length > 0 || timelineOf(book, company, question.metric).length > 0
  if (isKnown || instead === undefined) return row
  const other = lookUp(book, company, { ...question, metric: metricOf(instead) })
  // The requested figure is still missing, even if another takes its place.
  return other.figures.length > 0 ? { ...other, isComplete: false, missing: row.missing } : row
}

function lookUp(book: FactBook, company: Company, question: MetricQuestion): Row {
  const { metric, decimals, periods } = question
  const slots = slotsOf(book, company, question)
  const found = findSeries(book, { company, metric, slots, decimals })
  const figures = found.filter(one => one !== undefined)
  const absent = slots.filter((_, at) => found[at] === undefined)
  const isComplete = absent.length === 0
  if (slots.length === 0)
    return { figures, isComplete, missing: [nameUnresolved({ company, metric }, periods)] }
  const missing =
    isComplete || isAnyYear(question) ? [] : [nameMissing({ company, metric }, absent)]
  return { figures, isComplete, missing }
}

export function slotsOf(
  book: FactBook,
  company: Company,
  question: MetricQuestion,
): readonly Slot[] {
  const { metric, periods } = question
  const asked: AskedPeriods = isAnyYear(question)
    ? { kind: 'last', count: EXTREME_YEARS, part: 'year' }
    : periods
  const known = timelineOf(book, company, metric)
  const age = Date.parse(book.latestEnd(company)) - Date.parse(known.at(-1)?.end ?? '')
  // A figure that the company gave up reporting says nothing about now.
  if (age > MOST_AGE_MS && isUndated(periods)) return []
  return resolveSlots(asked, { isMoment: metric.kind === 'balance', periods: known })
}

/** Whether only what is latest is asked for. */
function isUndated(periods: AskedPeriods): boolean {
  if (periods.kind !== 'each') return periods.kind === 'last'
  return periods.periods.every(({ kind }) => kind === 'latest' || kind === 'trailing')
}

function isAnyYear({ operation, companies, periods }: MetricQuestion): boolean {
  return operation.kind === 'extreme' && companies.length === 1 && isUnnamed(periods)
}

/** Every time for which the figure can be given, oldest first. */
export function allFigures(book: FactBook, company: Company, metric: Metric): Figure[] {
  return timelineOf(book, company, metric).flatMap(
    ({ fiscalYear, part }) =>
      findFigure(book, { company, metric, slot: { kind: 'fiscal', year: fiscalYear, part } }) ?? [],
  )
}

function isUnnamed(periods: AskedPeriods): boolean {
  return periods.kind === 'each' && periods.periods.length === 0
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
