import type { Quantity } from '../text/quantities.ts'

export interface NumberContext {
  /** The sentence that has the number. */
  readonly plain: string
  readonly quoted: string
  readonly known: readonly Quantity[]
  readonly computed: readonly number[]
}

const ROUNDED =
  /\b(?:about|approximately|approx\.?|around|roughly|nearly|almost|some|ca?\.|circa)\s*$/i
const MOST_ROUNDING = 0.05
const SCALE_WORDS = new Map([
  [1e3, /\bthousands?\b|(?<![\d,])000s?\b/i],
  [1e6, /\bmillions?\b|\bmn\b/i],
  [1e9, /\bbillions?\b|\bbn\b/i],
  [1e12, /\btrillions?\b/i],
])
const PERCENT = /%|\bper ?cent\b|\bpercent/i

/** Whether a quote has the number in the same unit, or a calculation gave it. */
export function isNumberKnown(number: Quantity, context: NumberContext): boolean {
  const { known, computed, quoted } = context
  const written = context.plain.slice(number.start, number.end)
  const isAbout = ROUNDED.test(context.plain.slice(0, number.start))
  const agrees = (value: number) =>
    same(number.value, value) || (isAbout && roundsTo(number, Math.abs(value)))
  const matches = (other: Quantity) =>
    agrees(other.value) || (isPlainMinus(written, number) ? false : agrees(-other.value))
  if (computed.some(value => agrees(value) || agrees(-value) || isRounded(number, value)))
    return true
  if (!hasCurrency(written, quoted)) return false
  // A table says once, in its head, that its figures are per cent or in millions.
  const inUnit = (other: Quantity) =>
    number.unit === 'percent'
      ? other.unit === 'percent' || PERCENT.test(quoted)
      : other.unit !== 'percent'
  if (known.some(other => inUnit(other) && matches(other))) return true
  if (!SCALE_WORDS.get(number.scale)?.test(quoted)) return false
  const unscaled = { ...number, value: number.value / number.scale }
  return known.some(
    other =>
      other.scale === 1 && inUnit(other) && same(Math.abs(unscaled.value), Math.abs(other.value)),
  )
}

function same(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other))
}

/** A sign right before the digits; one with a space after it may be a dash. */
function isPlainMinus(written: string, { value }: Quantity): boolean {
  return value < 0 && /^[-−–][^\s]/.test(written)
}

/** Whether the other value, rounded as roughly as the number is written, is the number. */
function roundsTo(number: Quantity, other: number): boolean {
  const value = Math.abs(number.value)
  const mantissa = value / number.scale
  const zeros = number.decimals === 0 ? (/0*$/.exec(String(mantissa))?.[0].length ?? 0) : 0
  const half = (number.scale * 10 ** (zeros - number.decimals)) / 2
  return Math.abs(value - other) <= Math.min(half, MOST_ROUNDING * other)
}

/** A calculation's result may be written with fewer digits than it has. */
function isRounded({ value, scale, decimals }: Quantity, computed: number): boolean {
  const half = (scale * 10 ** -decimals) / 2
  const isNear = (other: number) => Math.abs(Math.abs(value) - Math.abs(other)) <= half * (1 + 1e-9)
  return isNear(computed) || isNear(computed * scale)
}

function hasCurrency(written: string, quoted: string): boolean {
  const sign = /[$€£¥₹]/.exec(written)?.[0]
  if (sign === undefined || quoted.includes(sign)) return true
  const names: Readonly<Record<string, RegExp>> = {
    $: /\bUSD\b|\bdollars?\b/i,
    '€': /\bEUR\b|\beuros?\b/i,
    '£': /\bGBP\b|\bpounds?\b/i,
    '¥': /\bJPY\b|\byen\b|\bRMB\b|\byuan\b/i,
    '₹': /\bINR\b|\brupees?\b/i,
  }
  return names[sign]?.test(quoted) ?? false
}
