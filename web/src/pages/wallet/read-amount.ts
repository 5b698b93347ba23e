import { formatUsd } from '../../ui/money.tsx'
import { unitsOfCents } from './cents.ts'

interface AmountBounds {
  readonly least: number
  readonly most: number
}
type Amount =
  | { readonly cents: number; readonly problem?: never }
  | { readonly cents?: never; readonly problem: string }

/** Reads an amount in whole cents, or explains what to enter. */
export function readAmount(text: string, { least, most }: AmountBounds): Amount {
  const cents = parseCents(text)
  if (cents === undefined) return { problem: 'Enter an amount in US dollars, such as 25 or 25.50.' }
  const range = rangeText({ least, most })
  if (cents < least || cents > most) return { problem: `Enter an amount ${range}.` }
  return { cents }
}

export function rangeText({ least, most }: AmountBounds): string {
  return `between ${roundUsd(least)} and ${roundUsd(most)}`
}

function roundUsd(cents: number): string {
  return formatUsd(unitsOfCents(cents)).replace(/\.00$/, '')
}

const CENT_DECIMALS = 2

/** Currency around the digits: `$25`, `25 $`, `USD 25`, `US$25`. */
const CURRENCY = /^(?:USD\b|(?:US)?\$)\s*|\s*(?:\$|\bUSD|(?<=\d)USD)$/gi
/**
 * Whole dollars, and cents after the last separator. Three digits after a comma are thousands.
 * Three digits after a single point could be either, so `1.000` matches none of these.
 */
const FORMS = [
  /^(\d+)(?:[.,](\d{1,2}))?$/,
  /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d{1,2}))?$/,
  /^([1-9]\d{0,2}(?:\.\d{3})+),(\d{1,2})$/,
  /^([1-9]\d{0,2}(?:[\s’']\d{3})+)(?:[.,](\d{1,2}))?$/,
]

/**
 * Reads an amount of dollars as people type it; undefined if it is ambiguous. A number too large to
 * be exact is still above every limit.
 */
export function parseCents(text: string): number | undefined {
  const bare = text.trim().replaceAll(CURRENCY, '')
  for (const form of FORMS) {
    const match = form.exec(bare)
    if (!match) continue
    const [, grouped = '', fraction = ''] = match
    const whole = grouped.replaceAll(/\D/g, '')
    return Number(`${whole}${fraction.padEnd(CENT_DECIMALS, '0')}`)
  }
  return undefined
}
