import { UNITS_PER_USD } from '@footnote/contract/units'

/**
 * Converts dollars from the API to exact units; the API's number is the nearest to the exact
 * decimal.
 */
export function unitsOfUsd(usd: number): bigint {
  return BigInt(Math.round(usd * Number(UNITS_PER_USD)))
}
