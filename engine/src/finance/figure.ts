import type { Company, FiscalPeriod } from '../search/company-fact.ts'
import { type Rational, rational } from '../tables/rational.ts'
import { magnitude } from './decimal.ts'
import type { Reported } from './fact-book.ts'
import type { Metric } from './metrics.ts'
import { dayAfter } from './period.ts'

const THREE_FOR_TWO = 1.5
const PAID = /:Payments(?:OfDividends|For|ToAcquireProperty)/

/** One figure of a company, quoted from a filing or calculated from several figures. */
export interface Figure {
  readonly company: Company
  readonly metric: Metric
  readonly period: FiscalPeriod
  /** Set if the period is not one of the company's own: the last twelve months, or a calendar year. */
  readonly span?: 'trailing' | 'calendar'
  readonly value: Rational
  /** The unit of the facts; `percent`, `times` and `days` for quotients. */
  readonly unit: string
  /** The figures it was calculated from: other metrics of one time, or one metric at several times. */
  readonly terms?: readonly Term[]
  /** The facts behind it. */
  readonly facts: readonly Reported[]
}

export type Sign = '+' | '−' | '÷'

export interface Term {
  /** How it joins the terms before it. */
  readonly sign: Sign
  readonly figure: Figure
}

export function quotedFigure(metric: Metric, reported: Reported): Figure {
  const { fact, value } = reported
  const { unit, company } = fact
  const { end, start } = fact.period
  const isWhole = start !== undefined || metric.kind === 'balance'
  const yearBefore = `${Number(end.slice(0, 4)) - 1}${end.slice(4)}`
  const period = isWhole ? fact.period : { ...fact.period, start: dayAfter(yearBefore) }
  // Some filings give what was paid with the sign that it has in the sum of the cash flows.
  const isPaid = PAID.test(fact.concept)
  const own = isPaid ? magnitude(value) : value
  return { company, metric, period, value: own, unit, facts: [reported] }
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

/** Returns whether it is a percentage, a number of times or of days. */
export function isQuotient({ unit }: Pick<Figure, 'unit'>): boolean {
  return unit === 'percent' || unit === 'times' || unit === 'days'
}

/** False if a split that no filing explains lies between the figures. */
export function areComparable(figures: readonly Figure[]): boolean {
  const eras = figures.flatMap(({ facts }) => facts.flatMap(({ era }) => era ?? []))
  return new Set(eras).size < 2
}

/** The figure as the filing gives it, before later splits; undefined if there were none. */
export function asReported(figure: Figure): Figure | undefined {
  const [only, ...others] = figure.facts
  if (only?.split === undefined || others.length > 0) return undefined
  return { ...figure, value: rational(String(only.fact.value)) }
}

/** "; not comparable: …", or nothing. */
export function sayJumps(figures: readonly Figure[]): string {
  return areComparable(figures)
    ? ''
    : '; not comparable: the number of shares changed by a split or a similar event in between'
}

/** " (adjusted for a 10-for-1 share split)", or nothing. */
export function saySplits(figures: readonly Figure[]): string {
  const factors = new Set(figures.flatMap(({ facts }) => facts.flatMap(({ split }) => split ?? [])))
  const [most] = [...factors].toSorted((a, b) => b - a)
  if (most === undefined) return ''
  const ratio =
    most === THREE_FOR_TWO
      ? '3-for-2'
      : most > 1
        ? `${most}-for-1`
        : `1-for-${Math.round(1 / most)}`
  return ` (adjusted for ${factors.size > 1 ? 'share splits' : `a ${ratio} share split`})`
}
