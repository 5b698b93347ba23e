import { type Quantity, quantities } from '../text/quantities.ts'
import { numberWords } from './number-words.ts'

/** The numbers of the quotes, ready to be asked for. */
export interface KnownNumbers {
  readonly quoted: string
  readonly all: readonly Quantity[]
  /** By sign and value. */
  readonly percents: ReadonlySet<string>
  readonly others: ReadonlySet<string>
  /** A table says once, in its head, that its cells are per cent or in millions. */
  readonly hasPercentSign: boolean
  readonly scales: readonly number[]
}

const ROUNDED =
  /\b(?:about|approximately|approx\.|around|roughly|nearly|almost|some|circa|ca\.|c\.)\s*$/i
const LONGEST_ROUNDED = 16
const MOST_ROUNDING = 0.05
const PERCENT = /%|\bper ?cent/i
const CURRENCIES: Readonly<Record<string, RegExp>> = {
  $: /\$|\bUSD\b|\bdollars?\b/i,
  '€': /€|\bEUR\b|\beuros?\b/i,
  '£': /£|\bGBP\b|\bpounds?\b/i,
  '¥': /¥|\bJPY\b|\bRMB\b|\byen\b|\byuan\b/i,
  '₹': /₹|\bINR\b|\brupees?\b/i,
}
const HEAD = '(?:\\b(?:in|USD|EUR|GBP|dollars|euros)\\s|[($€£¥]\\s?)(?:[$€£¥]\\s?)?'
const SCALES = [
  { scale: 1e3, head: new RegExp(`${HEAD}(?:thousands?\\b|000s?\\b)`, 'i') },
  { scale: 1e6, head: new RegExp(`${HEAD}millions?\\b`, 'i') },
  { scale: 1e9, head: new RegExp(`${HEAD}billions?\\b`, 'i') },
]

export function knownNumbers(quoted: string): KnownNumbers {
  const all = [...quantities(quoted), ...numberWords(quoted)]
  const isPercent = ({ unit }: Quantity) => unit === 'percent'
  return {
    quoted,
    all,
    percents: new Set(all.filter(isPercent).map(({ value }) => keyOf(value))),
    others: new Set(all.filter(number => !isPercent(number)).map(({ value }) => keyOf(value))),
    hasPercentSign: PERCENT.test(quoted),
    scales: SCALES.filter(({ head }) => head.test(quoted)).map(({ scale }) => scale),
  }
}

/** Whether a quote has the number of a sentence, in the same unit. */
export function isNumberKnown(number: Quantity, plain: string, known: KnownNumbers): boolean {
  const { start, end, value, unit, scale } = number
  const currency = /[$€£¥₹]/.exec(plain.slice(start, end))?.[0]
  if (currency && !CURRENCIES[currency]?.test(known.quoted)) return false
  // A sign right before the digits is a minus; with a space between it may be a dash.
  const isMinus = /^[-−–]\S/.test(plain.slice(start, end))
  const values = isMinus ? [value] : [value, -value]
  if (values.some(one => hasIn(one, unit, known))) return true
  if (known.scales.includes(scale) && values.some(one => hasIn(one / scale, unit, known))) {
    return true
  }
  const before = plain.slice(Math.max(0, start - LONGEST_ROUNDED), start)
  return ROUNDED.test(before) && known.all.some(other => roundsTo(number, other))
}

/** Whether a calculation gave the number, which may be written with fewer digits. */
export function isComputed(
  { value, scale, decimals }: Quantity,
  computed: readonly number[],
): boolean {
  // Large numbers have errors of their own in the last digits.
  const half = ((scale * 10 ** -decimals) / 2) * (1 + 1e-9) + 4 * Number.EPSILON * Math.abs(value)
  const isNear = (other: number) => Math.abs(Math.abs(value) - Math.abs(other)) <= half
  return computed.some(one => isNear(one) || isNear(one * scale))
}

function hasIn(value: number, unit: Quantity['unit'], known: KnownNumbers): boolean {
  const key = keyOf(value)
  if (unit !== 'percent') return known.others.has(key)
  return known.percents.has(key) || (known.hasPercentSign && known.others.has(key))
}

function roundsTo(number: Quantity, other: Quantity): boolean {
  if ((number.unit === 'percent') !== (other.unit === 'percent')) return false
  const value = Math.abs(number.value)
  const exact = Math.abs(other.value)
  const written = String(value / number.scale)
  const zeros = number.decimals === 0 ? written.length - written.replace(/0+$/, '').length : 0
  const half = (number.scale * 10 ** (zeros - number.decimals)) / 2
  return Math.abs(value - exact) <= Math.min(half, MOST_ROUNDING * exact)
}

/** Scaling leaves errors in the last digits that must not tell equal numbers apart. */
function keyOf(value: number): string {
  return value.toPrecision(12)
}
