import type { Company, FiscalPeriod } from '../search/company-fact.ts'
import type { Rational } from '../tables/rational.ts'
import { toNumber, writeDecimal } from './decimal.ts'
import type { Reported } from './fact-book.ts'
import type { Metric } from './metrics.ts'
import { periodNumbers } from './period.ts'

/** One figure of a company, quoted from a filing or calculated from several figures. */
export interface Figure {
  readonly company: Company
  readonly metric: Measured
  readonly period: FiscalPeriod
  /** Whether the period is the last twelve months, whatever the company's own year. */
  readonly isTrailing?: boolean
  readonly value: Rational
  /** The unit of the facts; `percent` and `times` for quotients. */
  readonly unit: string
  readonly scale: number
  readonly decimals: number
  /** With its unit, as a sentence has it. */
  readonly text: string
  /** How it came about, such as `revenue 5 million USD − cost of revenue 3 million USD`. */
  readonly derivation?: string
  /** The derivation without amounts if it uses other metrics, and the figures of those metrics. */
  readonly formula?: string
  readonly operands?: readonly Figure[]
  /** Set if the figure depends on the number of shares: that number over the years. */
  readonly shareCounts?: readonly ShareCount[]
  /** The facts behind it. */
  readonly facts: readonly Reported[]
  /** The numbers of `text`, `derivation` and the worded period that are in no quote. */
  readonly computed: readonly number[]
}

/** How many shares a company had in or at the end of a period. */
export interface ShareCount {
  readonly fiscalYear: number
  readonly part: FiscalPeriod['part']
  readonly count: Rational
}

/** The words and kind of a metric that sentences need. */
export type Measured = Pick<Metric, 'name' | 'isPlural' | 'kind'>

const SCALE_NAMES: Readonly<Record<number, string>> = {
  1e3: ' thousand',
  1e6: ' million',
  1e9: ' billion',
  1e12: ' trillion',
}
const MILLION = 1_000_000n
/** Many companies report in thousands. */
const MILLION_DECIMALS = 3
const TIMES_DECIMALS = 2
const PERCENT_DECIMALS = 1
const SMALL_PERCENT_DECIMALS = 2

export function quotedFigure(metric: Measured, reported: Reported): Figure {
  const { fact, value, text, decimals } = reported
  const { unit, period, company } = fact
  const fitting = fitScale(value, { scale: 1, decimals, unit })
  const isRescaled = fitting.scale !== 1
  return {
    ...{ company, metric, period, value, unit, ...fitting },
    text: isRescaled ? writeAmount(value, { ...fitting, unit }) : text,
    facts: [reported],
    computed: [...(isRescaled ? [toNumber(value)] : []), ...periodNumbers(period)],
  }
}

export interface Derived {
  readonly metric: Measured
  readonly period: FiscalPeriod
  readonly value: Rational
  readonly derivation: string
  readonly formula?: string
  readonly operands?: readonly Figure[]
  readonly isTrailing?: boolean
}

/** Makes an amount in the unit of `from`, with the same precision. */
export function derivedAmount(from: readonly [Figure, ...Figure[]], derived: Derived): Figure {
  const like = { unit: from[0].unit, ...commonScale(from, derived.value) }
  return fromOthers(from, derived, { ...like, text: writeAmount(derived.value, like) })
}

/** Returns the coarsest scale that keeps the precision of all figures. */
export function commonScale(
  figures: readonly Figure[],
  value: Rational,
): Pick<Figure, 'scale' | 'decimals'> {
  const scale = Math.min(...figures.map(one => one.scale))
  const decimals = Math.max(
    0,
    ...figures.map(one => one.decimals - Math.round(Math.log10(one.scale / scale))),
  )
  return fitScale(value, { unit: figures[0]?.unit ?? '', scale, decimals })
}

/** Uses millions if a few decimals are enough. */
function fitScale(
  value: Rational,
  { unit, scale, decimals }: Pick<Figure, 'unit' | 'scale' | 'decimals'>,
): Pick<Figure, 'scale' | 'decimals'> {
  const most = scale === 1 ? mostMillionDecimals(unit) : scale === Number(MILLION) ? decimals : -1
  for (let places = 0; places <= most; places += 1) {
    if (isMillions(value, places)) return { scale: Number(MILLION), decimals: places }
  }
  return { scale, decimals }
}

/** Only money, and whole millions of shares, are written in millions. */
function mostMillionDecimals(unit: string): number {
  if (unit === 'shares') return 0
  return /^[A-Z]{3}$/.test(unit) ? MILLION_DECIMALS : -1
}

function isMillions({ over, under }: Rational, decimals: number): boolean {
  const size = over < 0n ? -over : over
  return size >= under * MILLION && size % (under * (MILLION / 10n ** BigInt(decimals))) === 0n
}

/** A quotient: a percentage, a number of times, or an amount per share. */
export function derivedQuotient(
  from: readonly [Figure, ...Figure[]],
  derived: Derived,
  { unit, decimals }: { readonly unit: string; readonly decimals?: number | undefined },
): Figure {
  const places = decimals ?? (unit === 'percent' ? percentDecimals(derived.value) : TIMES_DECIMALS)
  const like = { unit, scale: 1, decimals: places }
  return fromOthers(from, derived, { ...like, text: writeAmount(derived.value, like) })
}

/** An amount in words: `99,584 million USD`, `25.3%`, `1.81`. */
export function writeAmount(
  value: Rational,
  { unit, scale, decimals }: Pick<Figure, 'unit' | 'scale' | 'decimals'>,
): string {
  const digits = writeDecimal({ over: value.over, under: value.under * BigInt(scale) }, decimals)
  if (unit === 'percent') return `${digits}%`
  if (unit === 'times' || unit === 'pure') return digits
  const counted = unit.replace('/shares', ' per share')
  return `${digits}${SCALE_NAMES[scale] ?? ''} ${counted}`
}

/** One decimal, or two below one percent. */
export function percentDecimals(value: Rational): number {
  return Math.abs(toNumber(value)) < 1 ? SMALL_PERCENT_DECIMALS : PERCENT_DECIMALS
}

function fromOthers(
  from: readonly [Figure, ...Figure[]],
  { metric, period, value, derivation, formula, operands, isTrailing }: Derived,
  written: Pick<Figure, 'unit' | 'scale' | 'decimals' | 'text'>,
): Figure {
  const shown = written.scale === 1 ? toNumber(value, written.decimals) : toNumber(value)
  return {
    company: from[0].company,
    metric,
    period,
    ...(isTrailing && { isTrailing }),
    value,
    ...written,
    derivation,
    ...(formula !== undefined && { formula }),
    ...(operands && { operands }),
    facts: [...new Set(from.flatMap(one => one.facts))],
    computed: [shown, ...from.flatMap(one => one.computed), ...periodNumbers(period)],
  }
}
