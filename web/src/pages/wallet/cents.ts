import { UNITS_PER_USD } from '@footnote/contract/units'
import { formatUsd } from '../../ui/money.tsx'

const CENTS_PER_USD = 100n

export function unitsOfCents(cents: number): bigint {
  return BigInt(cents) * (UNITS_PER_USD / CENTS_PER_USD)
}

/** An amount in the form people type: `25`, `25.50`. */
export function textOfUnits(units: number): string {
  return formatUsd(units).replaceAll(/[$,]|\.00$/g, '')
}
