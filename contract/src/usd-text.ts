import { UNITS_PER_USD } from './units.ts'

const FEWEST_DECIMALS = 2

/** An amount as people read it, exact and with at least two decimals: `0.30`, `0.0000001`. */
export function usdText(units: bigint): string {
  const decimals = String(UNITS_PER_USD).length - 1
  const digits = String(units).padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '').padEnd(FEWEST_DECIMALS, '0')
  return `${digits.slice(0, -decimals)}.${fraction}`
}

/** An amount of the wire as people read it, exact and with at least two decimals: `0.30`. */
export function amountText(usd: number): string {
  return usd.toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 7,
    useGrouping: false,
  })
}
