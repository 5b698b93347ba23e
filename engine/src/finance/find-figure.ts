import type { Company } from '../search/company-fact.ts'
import { add, divide, type Rational, subtract } from '../tables/rational.ts'
import { times } from './decimal.ts'
import type { FactBook, Part } from './fact-book.ts'
import { derivedAmount, derivedQuotient, type Figure, quotedFigure } from './figure.ts'
import { findParts } from './find-parts.ts'
import { findTrailing } from './find-trailing.ts'
import { type Formula, type Metric, metricOf } from './metrics.ts'

/** When: a part of a company's year, or the twelve months up to its latest report. */
export type Slot =
  | { readonly kind: 'fiscal'; readonly year: number; readonly part: Part }
  | { readonly kind: 'trailing' }

export interface FigureQuery {
  readonly company: Company
  readonly metric: Metric
  readonly slot: Slot
  /** How many digits after the point a quotient was asked for. */
  readonly decimals?: number | undefined
}

/** The figure as it was reported, or calculated from what was. */
export function findFigure(book: FactBook, query: FigureQuery): Figure | undefined {
  for (const concept of query.metric.concepts) {
    const figure = findUnder(book, concept, query)
    if (figure) return figure
  }
  for (const formula of query.metric.formulas ?? []) {
    const figure = applyFormula(book, formula, query)
    if (figure) return figure
  }
  return undefined
}

/**
 * Figures to be set beside each other: all under one concept if any covers them, since two concepts
 * may count differently.
 */
export function findSeries(
  book: FactBook,
  { slots, ...query }: Omit<FigureQuery, 'slot'> & { readonly slots: readonly Slot[] },
): readonly (Figure | undefined)[] {
  for (const concept of query.metric.concepts) {
    const figures = slots.map(slot => findUnder(book, concept, { ...query, slot }))
    if (figures.every(figure => figure !== undefined)) return figures
  }
  return slots.map(slot => findFigure(book, { ...query, slot }))
}

function findUnder(
  book: FactBook,
  concept: string,
  { company, metric, slot }: FigureQuery,
): Figure | undefined {
  const isMoment = metric.kind === 'balance'
  const source = { book, company, concept, metric }
  if (slot.kind === 'trailing') return findTrailing(source)
  const reported = book.find({ company, concept, isMoment, ...slot })
  if (reported) return quotedFigure(metric, reported)
  return metric.kind === 'flow' ? findParts(source, slot) : undefined
}

function applyFormula(
  book: FactBook,
  { of: [left, sign, right], as }: Formula,
  query: FigureQuery,
): Figure | undefined {
  const [one, other] = [left, right].map(id => findFigure(book, { ...query, metric: metricOf(id) }))
  if (!one || !other) return undefined
  return combine([one, sign, other], { as, metric: query.metric, decimals: query.decimals })
}

/** Two figures made one. Never of two times, nor of two currencies. */
export function combine(
  [one, sign, other]: readonly [Figure, '+' | '−' | '÷', Figure],
  {
    as,
    metric,
    decimals,
  }: {
    readonly as: Formula['as']
    readonly metric: Figure['metric']
    readonly decimals?: number | undefined
  },
): Figure | undefined {
  if (one.unit !== other.unit || !isOfOneTime(one, other)) return undefined
  // A quotient of a flow and a balance is of the flow's time.
  const { period, isTrailing = false } = one.metric.kind === 'balance' ? other : one
  const value = calculate(one.value, sign, other.value)
  if (!value) return undefined
  const derivation = `${nameOperand(one)} ${sign} ${nameOperand(other)}`
  const formula = `${one.metric.name} ${sign} ${other.metric.name}`
  const derived = { metric, period, derivation, formula, operands: [one, other], isTrailing }
  if (as === 'amount') return derivedAmount([one, other], { ...derived, value })
  return derivedQuotient(
    [one, other],
    { ...derived, value: as === 'percent' ? times(value, 100) : value },
    { as, decimals },
  )
}

function calculate(a: Rational, sign: '+' | '−' | '÷', b: Rational): Rational | undefined {
  if (sign === '÷') {
    // A share of nothing or of a loss means nothing.
    return b.over > 0n ? divide(a, b) : undefined
  }
  return sign === '+' ? add(a, b) : subtract(a, b)
}

function isOfOneTime(one: Figure, other: Figure): boolean {
  if (one.period.end !== other.period.end) return false
  const [start, begin] = [one.period.start, other.period.start]
  return start === undefined || begin === undefined || start === begin
}

function nameOperand({ metric, text, derivation }: Figure): string {
  return `${metric.name} ${text}${derivation === undefined ? '' : ` (${derivation})`}`
}
