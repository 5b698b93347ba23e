import { UNITS_PER_USD } from '@footnote/contract/units'

/** An amount of the wire in whole units; the wire's number is the one nearest to the exact decimal. */
export function unitsOfUsd(usd: number): bigint {
  return BigInt(Math.round(usd * Number(UNITS_PER_USD)))
}
