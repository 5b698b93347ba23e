import type { Company, FiscalPeriod } from '../search/company-fact.ts'
import { add, divide, type Rational, subtract } from '../tables/rational.ts'
import { compare, signOf, times, toNumber } from './decimal.ts'
import { type FactBook, isSameValue, type Part } from './fact-book.ts'
import { derivedFigure, type Figure, quotedFigure, type Sign } from './figure.ts'
import { type Formula, type Metric, metricOf } from './metrics.ts'
import { dayAfter, dayBefore, daysApart, daysOf } from './period.ts'
import type { Slot } from './slots.ts'

export interface FigureQuery {
  readonly company: Company
  readonly metric: Metric
  readonly slot: Slot
}

/** How much larger the whole is than a part of it, by whether the part is filed yearly alone. */
const PART_OF = 1.2
const SMALL_PART_OF = 3
/** The least share of the newest total at which a series of one concept counts as the same. */
const LEAST_OF_TOTAL = 0.97
const NEAR_DAYS = 8
const ROUNDING = 0.001

/** Figures that were found before: each is a part of many others. */
const kept = new WeakMap<FactBook, Map<Metric, Map<string, Figure | undefined>>>()

/** Finds a reported figure, or calculates it from reported ones. */
export function findFigure(book: FactBook, query: FigureQuery): Figure | undefined {
  const { metric, slot, company } = query
  const byMetric = kept.get(book) ?? new Map<Metric, Map<string, Figure | undefined>>()
  kept.set(book, byMetric)
  const known = byMetric.get(metric) ?? new Map<string, Figure | undefined>()
  byMetric.set(metric, known)
  const key = `${company.cik} ${JSON.stringify(slot)}`
  if (!known.has(key)) known.set(key, findNew(book, query))
  return known.get(key)
}

function findNew(book: FactBook, query: FigureQuery): Figure | undefined {
  const { metric, slot } = query
  const found = metric.concepts
    .flatMap(concept => findUnder(book, concept, query) ?? [])
    .sort((a, b) => Number(a.terms !== undefined) - Number(b.terms !== undefined))
  // Companies change concepts over the years: only one of them reaches up to the latest report.
  const newest = found
    .map(({ period }) => period.end)
    .toSorted()
    .at(-1)
  const fitting =
    slot.kind === 'trailing' ? found.filter(({ period }) => period.end === newest) : found
  const first = metric.isTotal ? chooseTotal(book, fitting) : fitting[0]
  if (first)
    return isPlausible(book, first, query) ? (findWhole(book, first, query) ?? first) : undefined
  const calculated = byFormula(book, query)
  if (calculated || slot.kind !== 'fiscal' || !PER_SHARE.has(metric.id)) return calculated
  const findIn = (part: Part) => byFormula(book, { ...query, slot: { ...slot, part } })
  return fromParts(findIn, metric, slot)
}

function byFormula(book: FactBook, query: FigureQuery): Figure | undefined {
  return query.metric.formulas
    .values()
    .map(formula => applyFormula(book, formula, query))
    .find(figure => figure !== undefined)
}

/**
 * Chooses the first of figures under several concepts, unless it is only a part of the whole: one that
 * the company gives in annual reports alone, or that is a fraction of another. Hedges and rebates can
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

/** The figure by its formula, if the reported one leaves out a little revenue, such as membership fees. */
function findWhole(book: FactBook, reported: Figure, query: FigureQuery): Figure | undefined {
  const { otherShare, formulas } = query.metric
  const [formula] = formulas
  const whole = otherShare && formula ? applyFormula(book, formula, query) : undefined
  const of = whole?.terms?.[0]?.figure
  if (!otherShare || !whole || !of || whole.period.end !== reported.period.end) return undefined
  const share = Math.abs(toNumber(subtract(whole.value, reported.value)) / toNumber(of.value))
  return share > ROUNDING && share < otherShare ? whole : undefined
}

/**
 * Companies such as landlords file a small part of their revenue under the usual concept, and the rest nowhere;
 * so do some with their debt, of which others have none.
 */
function isPlausible(book: FactBook, figure: Figure, query: FigureQuery): boolean {
  return Object.entries(query.metric.floors ?? {}).every(([id, share]) => {
    const other = findFigure(book, { ...query, metric: metricOf(id) })
    const isOne = other?.unit === figure.unit && other.period.end === figure.period.end
    const isNone = query.metric.kind === 'balance' && signOf(figure.value) === 0
    return !isOne || isNone || compare(figure.value, times(other.value, share)) >= 0
  })
}

function isQuarterly(book: FactBook, { company, facts, period }: Figure): boolean {
  const [first] = facts
  if (period.part !== 'year' || !first) return true
  const { concept } = first.fact
  return book
    .periods({ company, concepts: [concept], isMoment: false })
    .some(({ fiscalYear, part }) => part !== 'year' && fiscalYear === period.fiscalYear)
}

/** Finds figures to compare over time: all under one concept if any covers them, since concepts differ. */
export function findSeries(
  book: FactBook,
  { slots, ...query }: Omit<FigureQuery, 'slot'> & { readonly slots: readonly Slot[] },
): readonly (Figure | undefined)[] {
  const { concepts, formulas, isTotal, otherShare } = query.metric
  const singly = slots.map(slot => findFigure(book, { ...query, slot }))
  if (slots.some(({ kind }) => kind === 'trailing') || otherShare !== undefined) return singly
  const ways =
    concepts.length > 0
      ? concepts.map(one => slots.map(slot => findUnder(book, one, { ...query, slot })))
      : formulas.map(one => slots.map(slot => applyFormula(book, one, { ...query, slot })))
  const whole = ways.find(figures =>
    figures.every((figure, at) => {
      const best = singly[at]
      if (!figure || !best) return false
      // An early year may be restated, but a newest one that falls short leaves something out.
      const isShort =
        at === slots.length - 1 && compare(figure.value, times(best.value, LEAST_OF_TOTAL)) < 0
      return !isTotal || (!isShort && chooseTotal(book, [figure, best]) === figure)
    }),
  )
  return whole ?? (isTotal ? singly : ofOneMeaning(singly, ways))
}

/** Completes the way that covers most of the times with others that never contradict it. */
function ofOneMeaning(
  singly: readonly (Figure | undefined)[],
  ways: readonly (readonly (Figure | undefined)[])[],
): readonly (Figure | undefined)[] {
  const countOf = (way: (typeof ways)[number]) => way.filter(one => one !== undefined).length
  const [most = [], ...others] = ways.toSorted((a, b) => countOf(b) - countOf(a))
  if (countOf(most) === 0) return singly
  const series = others.reduce(
    (all, other) =>
      all.some((one, at) => one && other[at] && !isSameValue(one, other[at]))
        ? all
        : all.map((one, at) => one ?? other[at]),
    most,
  )
  return series.map((one, at) => one ?? (singly[at]?.terms ? singly[at] : undefined))
}

function findUnder(
  book: FactBook,
  concept: string,
  { company, metric, slot }: FigureQuery,
): Figure | undefined {
  const source = { book, company, concept, metric }
  if (slot.kind === 'trailing') return findTrailing(source)
  if (slot.kind === 'fiscal') return findPart(source, slot)
  const last = slot.quarters.at(-1)
  if (metric.kind === 'balance') return last && findPart(source, last)
  const quarters = slot.quarters.map(quarter => findPart(source, quarter))
  const [first, ...rest] = quarters.filter(quarter => quarter !== undefined)
  if (metric.kind !== 'flow' || !first || rest.length !== 3) return undefined
  const whole = together('+', [first, ...rest], { metric, year: slot.year, part: 'year' })
  return whole && { ...whole, span: 'calendar' }
}

const BORROWINGS = 'short-term-borrowings'

function applyFormula(
  book: FactBook,
  { of: [left, sign, right], as }: Formula,
  query: FigureQuery,
): Figure | undefined {
  const [one, other] = [left, right].map(id => findFigure(book, { ...query, metric: metricOf(id) }))
  const borrowed = left === BORROWINGS ? one : right === BORROWINGS ? other : undefined
  if (!one || !other || (borrowed && isPortion(borrowed, book, query))) return undefined
  return combine([one, sign, other], { as, metric: query.metric })
}

/** Returns whether borrowings to be added are the current portion of long-term debt under another name. */
function isPortion({ value }: Figure, book: FactBook, query: FigureQuery): boolean {
  const portion = findFigure(book, { ...query, metric: metricOf('long-term-debt-current') })
  return portion !== undefined && signOf(value) > 0 && compare(portion.value, value) === 0
}

/** Combines two figures of one time; undefined if they are of two times or two currencies. */
export function combine(
  [one, sign, other]: readonly [Figure, Sign, Figure],
  { as, metric }: { readonly as: Formula['as']; readonly metric: Figure['metric'] },
): Figure | undefined {
  const fits = as === 'per-share' ? other.unit === 'shares' : one.unit === other.unit
  if (!fits || !isOfOneTime(one, other)) return undefined
  // A quotient of a flow and a balance has the flow's period.
  const { period, span } = one.metric.kind === 'balance' ? other : one
  const value = calculate(one.value, sign, other.value)
  if (!value) return undefined
  const unit = as === 'amount' ? one.unit : as === 'per-share' ? `${one.unit}/shares` : as
  return derivedFigure(
    [
      { sign: '+', figure: one },
      { sign, figure: other },
    ],
    {
      ...{ metric, period, unit },
      value: times(value, as === 'percent' ? 100 : as === 'days' ? daysIn(period) : 1),
      ...(span && { span }),
    },
  )
}

/** Years of whole weeks count as others do. */
function daysIn(period: FiscalPeriod): number {
  return period.part === 'year' ? 365 : (daysOf(period) ?? 365)
}

function calculate(a: Rational, sign: Sign, b: Rational): Rational | undefined {
  // A share of zero or of a loss means nothing.
  if (sign === '÷') return b.over > 0n ? divide(a, b) : undefined
  return sign === '+' ? add(a, b) : subtract(a, b)
}

function isOfOneTime({ period: one }: Figure, { period: other }: Figure): boolean {
  if (one.end !== other.end) return false
  if (one.start === undefined || other.start === undefined) return true
  // Standardised values have a calendar's start, where years of whole weeks begin some days off.
  return daysApart(one.start, other.start) <= NEAR_DAYS
}

/** One concept of one company. */
interface FactSource {
  readonly book: FactBook
  readonly company: Company
  readonly concept: string
  readonly metric: Metric
}

const PER_SHARE = new Set(['eps-diluted', 'eps-basic', 'dividends-per-share'])

interface YearPart {
  readonly year: number
  readonly part: Part
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
  Q1: [['half', '−', 'Q2']],
  half: [['Q1', '+', 'Q2']],
  'nine-months': [
    ['half', '+', 'Q3'],
    ['Q1', '+', 'Q2', 'Q3'],
  ],
}

/** Returns whether parts of a year add up to it: amounts do, and earnings and dividends per share within a cent. */
function addsUp({ id, kind }: Metric): boolean {
  return kind === 'flow' || PER_SHARE.has(id)
}

/** A reported part of a year, or one calculated from others if it is a flow. */
function findPart(source: FactSource, { year, part }: YearPart): Figure | undefined {
  const { metric } = source
  const findIn = (one: Part) => {
    const found = findReported(source, { year, part: one })
    return found && one === 'Q4' && isOfWholeYear(found, source) ? undefined : found
  }
  return findIn(part) ?? (addsUp(metric) ? fromParts(findIn, metric, { year, part }) : undefined)
}

/** Some annual reports give the year's revenue for its last quarter. */
function isOfWholeYear(quarter: Figure, source: FactSource): boolean {
  const { fiscalYear: year } = quarter.period
  const [whole, before] = (['year', 'nine-months'] as const).map(part =>
    findReported(source, { year, part }),
  )
  if (source.metric.kind !== 'flow' || !before || signOf(before.value) === 0) return false
  if (whole) return isSameValue(whole, quarter)
  return source.metric.isTotal === true && compare(quarter.value, before.value) > 0
}

/** Calculates a part of a year from others. */
function fromParts(
  findIn: (part: Part) => Figure | undefined,
  metric: Metric,
  { year, part }: YearPart,
): Figure | undefined {
  for (const [first, sign, ...others] of WAYS[part] ?? []) {
    const from = findIn(first)
    const rest = from ? others.map(findIn) : []
    if (!from || !rest.every(one => one !== undefined)) continue
    const figure = together(sign, [from, ...rest], { metric, year, part })
    if (figure) return figure
  }
  return undefined
}

function findReported(
  { book, company, concept, metric }: FactSource,
  { year, part }: YearPart,
): Figure | undefined {
  const isMoment = metric.kind === 'balance'
  const reported = book.find({ company, concept, year, part, isMoment })
  return reported && quotedFigure(metric, reported)
}

/** Adds or subtracts parts that follow each other without a gap. */
function together(
  sign: '+' | '−',
  [from, ...rest]: readonly [Figure, ...Figure[]],
  { metric, year, part }: YearPart & { readonly metric: Metric },
): Figure | undefined {
  const stretch = stretchOf(sign, [from, ...rest])
  if (!stretch || rest.some(({ unit }) => unit !== from.unit)) return undefined
  const isRestated = ({ facts }: Figure) => facts.some(({ differing }) => differing.length > 0)
  if (new Set([from, ...rest].map(isRestated)).size > 1) {
    if ([from, ...rest].some(({ terms }) => terms)) return undefined
    // A restated year and quarters that were never restated do not add up.
    const [first, ...others] = [from, ...rest].map(atFirst)
    return first && together(sign, [first, ...others], { metric, year, part })
  }
  return derivedFigure([{ sign: '+', figure: from }, ...rest.map(figure => ({ sign, figure }))], {
    metric,
    period: { ...stretch, fiscalYear: year, part },
    value: rest.map(({ value }) => value).reduce(sign === '+' ? add : subtract, from.value),
  })
}

/** The figure as it was first filed. */
function atFirst(figure: Figure): Figure {
  const [reported] = figure.facts
  const [oldest] = [reported, ...(reported?.differing ?? []), ...(reported?.agreeing ?? [])]
    .filter(one => one !== undefined)
    .sort((a, b) => (a.fact.filedOn < b.fact.filedOn ? -1 : 1))
  return oldest ? quotedFigure(figure.metric, { ...oldest, differing: [], agreeing: [] }) : figure
}

function stretchOf(
  sign: '+' | '−',
  [from, ...rest]: readonly [Figure, ...Figure[]],
): Pick<FiscalPeriod, 'start' | 'end'> | undefined {
  const { start, end } = from.period
  if (start === undefined) return undefined
  const [last, ...others] = rest
  // The first quarter is the half without the second.
  if (sign === '−' && last && others.length === 0 && last.period.end === end)
    return last.period.start && last.period.start > start
      ? { start, end: dayBefore(last.period.start) }
      : undefined
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
 * next year, minus the same part of the last. For a balance, returns the latest value.
 */
function findTrailing(source: FactSource): Figure | undefined {
  const { book, company, concept, metric } = source
  const isMoment = metric.kind === 'balance'
  const periods = book.periods({ company, concepts: [concept], isMoment })
  const latest = periods.at(-1)
  if (isMoment) return latest && findPart(source, { year: latest.fiscalYear, part: latest.part })
  const year = periods.findLast(({ part }) => part === 'year')?.fiscalYear
  const whole = year === undefined ? undefined : findPart(source, { year, part: 'year' })
  if (!latest || year === undefined || !whole) return undefined
  if (latest.end <= whole.period.end) return { ...whole, span: 'trailing' }
  if (!addsUp(metric)) return undefined
  for (const part of ['nine-months', 'half', 'Q1'] as const) {
    const now = findPart(source, { year: year + 1, part })
    const before = findPart(source, { year, part })
    if (now?.period.end !== latest.end) continue
    if (!before || before.period.start !== whole.period.start) return undefined
    if (now.period.start !== dayAfter(whole.period.end)) return undefined
    if (now.unit !== whole.unit || before.unit !== whole.unit) return undefined
    const { end } = now.period
    const start = dayAfter(before.period.end)
    return derivedFigure(
      [
        { sign: '+', figure: whole },
        { sign: '+', figure: now },
        { sign: '−', figure: before },
      ],
      {
        metric,
        period: { start, end, fiscalYear: year + 1, part: 'year' },
        value: subtract(add(whole.value, now.value), before.value),
        span: 'trailing',
      },
    )
  }
  return undefined
}
