import { formatUsd } from '../../ui/money.tsx'
import { unitsOfCents } from './cents.ts'
import { parseCents } from './parse-cents.ts'

interface AmountBounds {
  readonly least: number
  readonly most: number
}
type Amount =
  | { readonly cents: number; readonly problem?: never }
  | { readonly cents?: never; readonly problem: string }

/** The amount in whole cents, or what to change about it. */
export function readAmount(text: string, { least, most }: AmountBounds): Amount {
  const cents = parseCents(text)
  if (cents === undefined) return { problem: 'Enter an amount in US dollars, such as 25 or 25.50.' }
  const range = rangeText({ least, most })
  if (cents < least) return { problem: `Too little. ${range}` }
  if (cents > most) return { problem: `Too much. ${range}` }
  return { cents }
}

export function rangeText({ least, most }: AmountBounds): string {
  return `From ${formatUsd(unitsOfCents(least))} to ${formatUsd(unitsOfCents(most))}.`
}
