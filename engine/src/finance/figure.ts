import type { Company, FiscalPeriod } from '../search/company-fact.ts'
import type { Rational } from '../tables/rational.ts'
import type { Reported } from './fact-book.ts'
import type { Metric } from './metrics.ts'

/** One figure of a company, quoted from a filing or calculated from several figures. */
export interface Figure {
  readonly company: Company
  readonly metric: Measured
  readonly period: FiscalPeriod
  /** Set if the period is not one of the company's own: the last twelve months, or a calendar year. */
  readonly span?: 'trailing' | 'calendar'
  readonly value: Rational
  /** The unit of the facts; `percent` and `times` for quotients. */
  readonly unit: string
  /** The figures it was calculated from: other metrics of one time, or one metric at several times. */
  readonly terms?: readonly Term[]
  /** The number of shares over the years, if the figure depends on it. */
  readonly shareCounts?: readonly ShareCount[]
  /** The facts behind it. */
  readonly facts: readonly Reported[]
}

/** The words and kind of a metric that sentences need. */
export type Measured = Pick<Metric, 'name' | 'isPlural' | 'kind' | 'says'>

export type Sign = '+' | '−' | '÷'

export interface Term {
  /** How it joins the terms before it. */
  readonly sign: Sign
  readonly figure: Figure
}

/** How many shares a company had in or at the end of a period. */
export interface ShareCount {
  readonly fiscalYear: number
  readonly part: FiscalPeriod['part']
  readonly count: Rational
}

export function quotedFigure(metric: Measured, reported: Reported): Figure {
  const { fact, value } = reported
  const { unit, period, company } = fact
  return { company, metric, period, value, unit, facts: [reported] }
}

export function derivedFigure(
  terms: readonly [Term, ...Term[]],
  derived: Pick<Figure, 'metric' | 'period' | 'value' | 'span'> & { readonly unit?: string },
): Figure {
  const { company, unit } = terms[0].figure
  const facts = [...new Set(terms.flatMap(({ figure }) => figure.facts))]
  return { company, unit, ...derived, terms, facts }
}

/** Whether it was calculated from other metrics, rather than from other times. */
export function isFormula({ metric, terms = [] }: Figure): boolean {
  return terms.some(({ figure }) => figure.metric.name !== metric.name)
}

export function isMoment({ metric, period }: Pick<Figure, 'metric' | 'period'>): boolean {
  return metric.kind === 'balance' || period.start === undefined
}

/** Whether it is a percentage or a number of times. */
export function isQuotient({ unit }: Pick<Figure, 'unit'>): boolean {
  return unit === 'percent' || unit === 'times'
}
