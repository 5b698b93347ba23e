import type { Company, FiscalPeriod } from '../search/company-fact.ts'
import type { FactBook } from './fact-book.ts'
import type { Figure } from './figure.ts'
import { findFigure, findSeries, type Slot } from './find-figure.ts'
import { type Metric, metricOf } from './metrics.ts'
import type { FinanceQuestion } from './read-finance-question.ts'
import type { AskedPeriods } from './read-periods.ts'
import { resolveSlots } from './resolve-slots.ts'

/** What is asked of one metric. */
export interface MetricQuestion extends FinanceQuestion {
  readonly metric: Metric
}

/** One company's figures at the times that were asked for, oldest first. */
export interface Row {
  readonly figures: readonly Figure[]
  /** Whether there is one for each of the times. */
  readonly isComplete: boolean
}

/** Where no time is named, the highest is looked for among so many years. */
const EXTREME_YEARS = 12

export function lookUpFigures(book: FactBook, company: Company, question: MetricQuestion): Row {
  const { metric, decimals } = question
  const slots = slotsOf(book, company, question)
  const found = findSeries(book, { company, metric, slots, decimals })
  const figures = found.filter(one => one !== undefined)
  return { figures, isComplete: figures.length === slots.length }
}

export function slotsOf(
  book: FactBook,
  company: Company,
  { metric, operation, periods, companies }: MetricQuestion,
): readonly Slot[] {
  const isAnyYear = operation.kind === 'extreme' && companies.length === 1 && isUnnamed(periods)
  const asked: AskedPeriods = isAnyYear
    ? { kind: 'last', count: EXTREME_YEARS, part: 'year' }
    : periods
  return resolveSlots(asked, {
    isMoment: metric.kind === 'balance',
    periods: timelineOf(book, company, metric),
  })
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

function conceptsOf({ concepts, formulas = [] }: Metric): readonly string[] {
  const operands = formulas.flatMap(({ of: [left, , right] }) => [metricOf(left), metricOf(right)])
  return [...new Set([...concepts, ...operands.flatMap(conceptsOf)])]
}
