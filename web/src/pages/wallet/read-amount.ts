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
