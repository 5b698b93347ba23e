import { type LeadingValue, leadingValue } from '../text/leading-value.ts'
import type { Span } from '../text/span.ts'
import { type Comparison, type Figure, sameKind } from './compare-figures.ts'
import { roundLike, writeAmount, writeDifference } from './write-amount.ts'

/** What is relative already: the sum over several subjects would mean nothing. */
const RELATIVE =
  /\b(?:rates?|ratios?|per|percent(?:age)?|density|index|expectancy|age|average|mean|share|prevalence)\b/i
const MOST_YEARS = 50

/** The sum or the mean of the subjects' figures, after the figures; undefined where there is none. */
export function calculateFigures(
  what: string,
  figures: readonly Figure[],
  kind: 'sum' | 'mean',
): Comparison | undefined {
  const known = sameKind(figures)
  if (!known) return undefined
  const values = known.map(({ value }) => value)
  const isRelative = RELATIVE.test(what) || values[0]?.quantity?.unit === 'percent'
  if (kind === 'sum' && isRelative) return undefined
  const sum = known.reduce((total, { amount }) => total + amount, 0)
  const result = kind === 'sum' ? roundLike(sum, values) : roundLike(sum / known.length, values, 1)
  const terms = known.map(({ subject, value }) => `${subject} ${value.text}`).join(', ')
  const name = kind === 'sum' ? 'the sum' : 'the mean, each counted once,'
  return {
    text: `${what}: ${terms}; ${name} is ${writeAmount(result, values)}.`,
    computed: [result],
  }
}

/** What a field says of several years, each value with the year that it is of. */
export function yearlyValues(text: string, value: Span): LeadingValue[] {
  const values: LeadingValue[] = []
  let start = value.start
  for (const piece of text.slice(value.start, value.end).split(/;\s/).slice(0, MOST_YEARS)) {
    const read = leadingValue(text, { start, end: start + piece.length })
    if (read.quantity && read.year !== undefined) values.push(read)
    start += piece.length + 2
  }
  return values
}

export interface YearByYear extends Comparison {
  /** The values that it is about, the earliest first. */
  readonly values: readonly LeadingValue[]
}

/** A figure in each of the years; undefined unless all of them are given. */
export function listYears(
  what: string,
  values: readonly LeadingValue[],
  years: readonly number[],
): YearByYear | undefined {
  const asked = years
    .toSorted((one, other) => one - other)
    .flatMap(year => values.find(value => value.year === year) ?? [])
  if (asked.length < 2 || asked.length < years.length) return undefined
  return {
    text: `${what}: ${asked.map(({ text }) => text).join(', ')}.`,
    computed: [],
    values: asked,
  }
}

/** How a figure changed from one year to another; undefined unless both years are given. */
export function calculateChange(
  what: string,
  values: readonly LeadingValue[],
  { from, to }: { readonly from?: number; readonly to?: number },
): YearByYear | undefined {
  const byYear = values.toSorted((one, other) => (one.year ?? 0) - (other.year ?? 0))
  const years = [from, to].filter(year => year !== undefined)
  const first = Math.min(...years)
  const last = Math.max(...years)
  const earlier = byYear.find(({ year }) => year === first)
  const later = years.length < 2 ? byYear.at(-1) : byYear.find(({ year }) => year === last)
  if (!earlier?.quantity || !later?.quantity || earlier === later) return undefined
  if (earlier.unit !== later.unit || earlier.quantity.unit !== later.quantity.unit) return undefined
  const both = [earlier, later]
  const change = roundLike(later.quantity.value - earlier.quantity.value, both)
  const base = earlier.quantity.value
  const percent =
    base > 0 && earlier.quantity.unit !== 'percent'
      ? Number(((100 * (later.quantity.value - base)) / base).toFixed(2))
      : undefined
  const amount = writeDifference(Math.abs(change), both)
  const kind = change < 0 ? 'a fall' : 'a rise'
  const relative = percent === undefined ? '' : `, ${Math.abs(percent)}% of the earlier figure`
  const isSame = withoutYear(earlier) === withoutYear(later)
  const outcome = change !== 0 ? `; ${kind} of ${amount}${relative}` : isSame ? '; no change' : ''
  return {
    text: `${what}: ${earlier.text}, then ${later.text}${outcome}.`,
    computed: [Math.abs(change), ...(percent === undefined ? [] : [Math.abs(percent)])],
    values: both,
  }
}

/** The whole value without the note that dates it: "12 km, without islands". */
function withoutYear({ text, year }: LeadingValue): string {
  return text
    .replace(/\s*\(([^()]*)\)/g, (note, inner) => (inner.includes(String(year)) ? '' : note))
    .replace(`${year}`, '')
    .trim()
}
