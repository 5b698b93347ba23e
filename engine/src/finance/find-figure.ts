import type { Company, FiscalPeriod } from '../search/company-fact.ts'
import { add, divide, type Rational, subtract } from '../tables/rational.ts'
import { compare, times } from './decimal.ts'
import type { FactBook, Part } from './fact-book.ts'
import {
  derivedAmount,
  derivedQuotient,
  type Figure,
  type Measured,
  quotedFigure,
} from './figure.ts'
import { type Formula, type Metric, metricOf } from './metrics.ts'
import { dayAfter } from './period.ts'
import { withShareCounts } from './share-counts.ts'
import { nameStretch } from './statements/say.ts'

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

/** How much larger the whole is than what is taken for a part of it, by whether that is filed yearly alone. */
const PART_OF = 1.2
const SMALL_PART_OF = 3
const NEAR_MS = 8 * 24 * 60 * 60 * 1_000

/** Finds a reported figure, or calculates it from reported ones. */
export function findFigure(book: FactBook, query: FigureQuery): Figure | undefined {
  const figure = findPlain(book, query)
  return figure && withShareCounts(book, figure)
}

function findPlain(book: FactBook, query: FigureQuery): Figure | undefined {
  const found = query.metric.concepts
    .values()
    .map(concept => findUnder(book, concept, query))
    .filter(figure => figure !== undefined)
  // Companies change concepts over the years: only one of them reaches up to the latest report.
  const [first] =
    query.slot.kind === 'trailing'
      ? found.toArray().sort((a, b) => (a.period.end < b.period.end ? 1 : -1))
      : query.metric.isTotal
        ? [chooseTotal(book, found.toArray())]
        : found.take(1)
  if (first) return first
  for (const formula of query.metric.formulas) {
    const figure = applyFormula(book, formula, query)
    if (figure) return figure
  }
  return undefined
}

/**
 * Of figures under several concepts the first, unless it is but a part of the whole: one that the
 * company gives in annual reports alone, or that is a fraction of another. Hedges and rebates may
 * make a whole that is filed each quarter somewhat smaller than sales to customers.
 */
function chooseTotal(book: FactBook, found: readonly Figure[]): Figure | undefined {
  return found.reduce<Figure | undefined>((best, other) => {
    if (!best || best.unit !== other.unit || best.period.end !== other.period.end)
      return best ?? other
    if (best.value.over < 0n || compare(other.value, times(best.value, PART_OF)) <= 0) return best
    const isPart = compare(other.value, times(best.value, SMALL_PART_OF)) >= 0
    return isPart || !isQuarterly(book, best) ? other : best
  }, undefined)
}

function isQuarterly(book: FactBook, { company, facts, period }: Figure): boolean {
  const [first] = facts
  if (period.part !== 'year' || !first) return true
  const { concept } = first.fact
  return book
    .periods({ company, concepts: [concept], isMoment: false })
    .some(({ fiscalYear, part }) => part !== 'year' && fiscalYear === period.fiscalYear)
}

/**
 * Figures to be set beside each other: all under one concept if any covers them, since two concepts
 * may count differently.
 */
export function findSeries(
  book: FactBook,
  { slots, ...query }: Omit<FigureQuery, 'slot'> & { readonly slots: readonly Slot[] },
): readonly (Figure | undefined)[] {
  const isTrailing = slots.some(({ kind }) => kind === 'trailing')
  const singly = slots.map(slot => findFigure(book, { ...query, slot }))
  for (const concept of isTrailing ? [] : query.metric.concepts) {
    const figures = slots.map(slot => findUnder(book, concept, { ...query, slot }))
    const areWhole = figures.every((figure, at) => {
      const best = singly[at]
      return (
        figure && (!query.metric.isTotal || !best || chooseTotal(book, [figure, best]) === figure)
      )
    })
    if (areWhole) return figures.map(figure => figure && withShareCounts(book, figure))
  }
  return singly
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

/** Combines two figures of one time; undefined if they are of two times or two currencies. */
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
  const fits = as === 'per-share' ? other.unit === 'shares' : one.unit === other.unit
  if (!fits || !isOfOneTime(one, other)) return undefined
  // A quotient of a flow and a balance has the flow's period.
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
    { unit: as === 'per-share' ? `${one.unit}/shares` : as, decimals },
  )
}

function calculate(a: Rational, sign: '+' | '−' | '÷', b: Rational): Rational | undefined {
  if (sign === '÷') {
    // A share of zero or of a loss means nothing.
    return b.over > 0n ? divide(a, b) : undefined
  }
  return sign === '+' ? add(a, b) : subtract(a, b)
}

function isOfOneTime(one: Figure, other: Figure): boolean {
  if (one.period.end !== other.period.end) return false
  const [start, begin] = [one.period.start, other.period.start]
  if (start === undefined || begin === undefined) return true
  // Standardised values have a calendar's start, where years of whole weeks begin some days off.
  return Math.abs(Date.parse(start) - Date.parse(begin)) <= NEAR_MS
}

function nameOperand({ metric, text, derivation }: Figure): string {
  return `${metric.name} ${text}${derivation === undefined ? '' : ` (${derivation})`}`
}

/** One concept of one company. */
interface FactSource {
  readonly book: FactBook
  readonly company: Company
  readonly concept: string
  readonly metric: Measured
}

/** Ways to calculate a part of a year, best first: a part, then the parts to add or subtract. */
const WAYS: Readonly<Partial<Record<Part, readonly (readonly [Part, '+' | '−', ...Part[]])[]>>> = {
  year: [
    ['nine-months', '+', 'Q4'],
    ['Q1', '+', 'Q2', 'Q3', 'Q4'],
  ],
  Q4: [
    ['year', '−', 'nine-months'],
    ['year', '−', 'Q1', 'Q2', 'Q3'],
  ],
  Q3: [['nine-months', '−', 'half']],
  Q2: [['half', '−', 'Q1']],
  half: [['Q1', '+', 'Q2']],
  'nine-months': [
    ['half', '+', 'Q3'],
    ['Q1', '+', 'Q2', 'Q3'],
  ],
}

/** Calculates a flow for a period that was not reported separately. */
function findParts(
  { book, company, concept, metric }: FactSource,
  { year, part }: { readonly year: number; readonly part: Part },
): Figure | undefined {
  for (const [first, sign, ...others] of WAYS[part] ?? []) {
    const found = [first, ...others].map(one => {
      const reported = book.find({ company, concept, year, part: one, isMoment: false })
      return reported && quotedFigure(metric, reported)
    })
    const [from, ...rest] = found
    if (!from || !rest.every(one => one !== undefined)) continue
    const stretch = stretchOf(sign, [from, ...rest])
    if (!stretch || rest.some(one => one.unit !== from.unit)) continue
    const apply = sign === '+' ? add : subtract
    return derivedAmount([from, ...rest], {
      metric,
      period: { ...stretch, fiscalYear: year, part },
      value: rest.map(one => one.value).reduce(apply, from.value),
      derivation: [from, ...rest].map(nameStretch).join(` ${sign} `),
    })
  }
  return undefined
}

/** Returns the covered period if the parts follow each other without a gap. */
function stretchOf(
  sign: '+' | '−',
  [from, ...rest]: readonly [Figure, ...Figure[]],
): Pick<FiscalPeriod, 'start' | 'end'> | undefined {
  const { start, end } = from.period
  if (start === undefined) return undefined
  let next = sign === '+' ? dayAfter(end) : start
  for (const { period } of rest) {
    if (period.start !== next) return undefined
    next = dayAfter(period.end)
  }
  if (sign === '−') return next <= end ? { start: next, end } : undefined
  return { start, end: rest.at(-1)?.period.end ?? end }
}

/**
 * Calculates the twelve months up to the latest report: the last full year, plus the reported part of the
 * next year, minus the same part of the last. For a balance or a rate, returns the latest value of a year.
 */
function findTrailing(source: FactSource): Figure | undefined {
  const { book, company, concept, metric } = source
  const isMoment = metric.kind === 'balance'
  const find = (year: number, part: Part) => {
    const reported = book.find({ company, concept, year, part, isMoment })
    if (reported) return quotedFigure(metric, reported)
    return metric.kind === 'flow' ? findParts(source, { year, part }) : undefined
  }
  const periods = book.periods({ company, concepts: [concept], isMoment })
  const latest = periods.at(-1)
  if (isMoment) return latest && find(latest.fiscalYear, latest.part)
  const year = periods.findLast(({ part }) => part === 'year')?.fiscalYear
  const whole = year === undefined ? undefined : find(year, 'year')
  if (!latest || year === undefined || !whole) return undefined
  if (latest.end <= whole.period.end) return { ...whole, isTrailing: true }
  if (metric.kind !== 'flow') return undefined
  for (const part of ['nine-months', 'half', 'Q1'] as const) {
    const now = find(year + 1, part)
    const before = find(year, part)
    if (now?.period.end !== latest.end) continue
    if (!before || !isNext(whole, now) || before.period.start !== whole.period.start)
      return undefined
    if (now.unit !== whole.unit || before.unit !== whole.unit) return undefined
    return derivedAmount([whole, now, before], {
      metric,
      period: {
        start: dayAfter(before.period.end),
        end: now.period.end,
        fiscalYear: year + 1,
        part: 'year',
      },
      value: subtract(add(whole.value, now.value), before.value),
      derivation: `${nameStretch(whole)} + ${nameStretch(now)} − ${nameStretch(before)}`,
      isTrailing: true,
    })
  }
  return undefined
}

function isNext(one: Figure, other: Figure): boolean {
  return other.period.start === dayAfter(one.period.end)
}
