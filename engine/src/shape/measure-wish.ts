import { type Dimension, dimensionOf } from './dimension.ts'

/** In what a number is wanted, as far as a property's name and description say it. */
export interface MeasureWish {
  /** What the number is to be divided by: 1e6 for millions. */
  readonly scale: number
  readonly isYear: boolean
  readonly unit?: string
  readonly dimension?: Dimension
}

const SCALES: readonly (readonly [RegExp, number])[] = [
  [/(?<!per )\b(?:thousands|in thousand)\b/, 1e3],
  [/(?<!per )\b(?:millions|in million|mn)\b/, 1e6],
  [/(?<!per )\b(?:billions|in billion|bn)\b/, 1e9],
  [/(?<!per )\b(?:trillions|in trillion)\b/, 1e12],
]
const NAMED_SCALES: readonly (readonly [RegExp, number])[] = [
  [/(?<!per )\bthousand$/, 1e3],
  [/(?<!per )\bmillion$/, 1e6],
  [/(?<!per )\bbillion$/, 1e9],
  [/(?<!per )\btrillion$/, 1e12],
]
/** Units that are easily mistaken for each other, each by the ways to write it. */
const UNITS: readonly (readonly [string, RegExp])[] = [
  ['km2', /\b(?:sq\.? ?km|square kilomet(?:er|re)s?|km ?2|km²)(?![\p{L}\d])/iu],
  ['mi2', /\b(?:sq\.? ?mi(?:les?)?|square miles?|mi ?2|mi²)(?![\p{L}\d])/iu],
  ['km', /\b(?:km|kilomet(?:er|re)s?)\b/i],
  ['mi', /\b(?:mi|miles?)\b/i],
  ['m', /\b(?:m|met(?:er|re)s?)\b/i],
  ['ft', /\b(?:ft|feet|foot)\b/i],
  ['hectare', /\b(?:ha|hectares?)\b/i],
  ['acre', /\bacres?\b/i],
  ['kg', /\b(?:kg|kilograms?)\b/i],
  ['lb', /\b(?:lbs?|pounds)\b/i],
  ['percent', /%|\b(?:percent(?:age)?|per cent|pct)\b/i],
  ['usd', /US\$|\$|\b(?:usd|us dollars?|dollars?)\b/i],
  ['eur', /€|\b(?:eur|euros?)\b/i],
  ['gbp', /£|\bgbp\b/i],
]

const YEAR =
  /(?<!\b(?:per|each|a|an|\d+) )\byear$|\byear (?:of|in which|it|(?:was )?\p{L}+ed|(?:was )?(?:built|begun|born|won|written|made))\b|\b(?:founded|established|incorporated|inaugurated|constructed|dissolved|built|born|died)$/u
const YEAR_DESCRIBED =
  /^(?:the )?(?:calendar )?year\b|\b(?:in|of) (?:which|what) year\b|\byear (?:in which|when)\b/i

/** `name` in words. */
export function measureWish(name: string, description: string): MeasureWish {
  const text = `${name} ${description.slice(0, 400)}`.toLowerCase()
  const scale =
    SCALES.find(([pattern]) => pattern.test(text)) ??
    NAMED_SCALES.find(([pattern]) => pattern.test(name))
  // A lone letter means metres at the end of a name only.
  const unit = unitOf(name.endsWith(' m') ? text : text.replace(/\bm\b/g, ''))
  const dimension = dimensionOf(name)
  return {
    scale: scale?.[1] ?? 1,
    isYear: YEAR.test(name) || YEAR_DESCRIBED.test(description),
    ...(unit !== undefined && { unit }),
    ...(dimension !== undefined && { dimension }),
  }
}

/** Whether a number can be a year: before, they are seldom told without an era. */
export function isPlausibleYear(value: number): boolean {
  return Number.isInteger(value) && value >= 1_000 && value <= 2_100
}

/** The unit that a text names first in the table's order; undefined when it names none. */
export function unitOf(text: string): string | undefined {
  return UNITS.find(([, pattern]) => pattern.test(text))?.[0]
}
