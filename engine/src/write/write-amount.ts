import type { LeadingValue } from '../text/leading-value.ts'
import { SCALE_NAMES } from '../text/lex/units.ts'

const LEAST_SCALE = 1e6
const MOST_DECIMALS = 6
const SCALED_DECIMALS = 3

/** A figure that was calculated from others, rounded as they are and written like them. */
export function writeAmount(amount: number, like: readonly LeadingValue[]): string {
  const [first] = like
  if (!first) return String(amount)
  const { quantity, unit, text } = first
  const digits = writeDigits(amount, like)
  if (quantity?.unit === 'percent') return `${digits}%`
  if (quantity?.unit === 'money') return `${currencyOf(text)}${digits}`
  return unit === '' ? digits : `${digits} ${unit}`
}

/** The difference of percentages is in points. */
export function writeDifference(amount: number, like: readonly LeadingValue[]): string {
  const isPercent = like[0]?.quantity?.unit === 'percent'
  return isPercent ? `${writeDigits(amount, like)} percentage points` : writeAmount(amount, like)
}

/**
 * As exact as the figures that it was calculated from. Of figures in the same scale the one with most
 * digits tells how exact they are, since final zeros are left out; in mixed scales the larger one does.
 */
export function roundLike(amount: number, like: readonly LeadingValue[], more = 0): number {
  const largest = Math.max(...like.map(({ quantity }) => quantity?.scale ?? 1))
  const decimals = like.flatMap(({ quantity }) =>
    quantity && quantity.scale === largest ? [quantity.decimals] : [],
  )
  const step = largest * 10 ** -(Math.max(0, ...decimals) + more)
  return Number((Math.round(amount / step) * step).toPrecision(15))
}

function writeDigits(amount: number, like: readonly LeadingValue[]): string {
  const isScaled = like.some(({ quantity }) => (quantity?.scale ?? 1) > 1)
  const scale = isScaled
    ? [...SCALE_NAMES].findLast(([size]) => size >= LEAST_SCALE && Math.abs(amount) >= size)
    : undefined
  if (!scale) return amount.toLocaleString('en-US', { maximumFractionDigits: MOST_DECIMALS })
  const [size, name] = scale
  const digits = (amount / size).toLocaleString('en-US', { maximumFractionDigits: SCALED_DECIMALS })
  return `${digits} ${name}`
}

function currencyOf(text: string): string {
  return /^[−–-]?\s*([^\d(\s−–-]+\s?)/.exec(text)?.[1] ?? ''
}
