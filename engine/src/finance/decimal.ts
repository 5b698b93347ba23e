import { type Rational, rational, subtract } from '../tables/rational.ts'

const MOST_DECIMALS = 6

export function times({ over, under }: Rational, factor: number): Rational {
  const { over: by, under: part } = rational(String(factor))
  return { over: over * by, under: under * part }
}

/** Returns -1, 0 or 1 for a number below, at or above zero. */
export function signOf({ over }: Rational): -1 | 0 | 1 {
  return over < 0n ? -1 : over > 0n ? 1 : 0
}

export function compare(a: Rational, b: Rational): -1 | 0 | 1 {
  return signOf(subtract(a, b))
}

export function magnitude({ over, under }: Rational): Rational {
  return { over: over < 0n ? -over : over, under }
}

/** Converts to the nearest floating-point number, for the verifier and for roots. */
export function toNumber(value: Rational, decimals = MOST_DECIMALS): number {
  // Most figures are whole, and a ranking converts thousands of them.
  if (value.under === 1n) return Number(value.over)
  return Number(writeDecimal(value, decimals).replaceAll(',', '').replace('−', '-'))
}

/** Writes a number with separated thousands, rounded half away from zero; every digit is exact. */
export function writeDecimal({ over, under }: Rational, decimals: number): string {
  const scaled = (over < 0n ? -over : over) * 10n ** BigInt(decimals) * 2n + under
  const digits = (scaled / (under * 2n)).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(?:\d{3})+$)/g, ',')
  const rest = decimals > 0 ? `.${digits.slice(-decimals)}` : ''
  const isZero = /^0*$/.test(digits)
  return `${over < 0n && !isZero ? '−' : ''}${whole}${rest}`
}
