/** Money is counted in whole wallet units, always as bigint; a number appears only on the wire. */
export const UNITS_PER_USD = 10_000_000n

/** Above this an amount would no longer be exact as a JSON number. */
export const MAX_UNITS = BigInt(Number.MAX_SAFE_INTEGER)

const USD_DECIMALS = 7
const USD_PATTERN = /^(\d{1,12})(?:\.(\d{1,7}))?$/

/** Reads a positive decimal such as `10` or `0.02`; undefined for anything else, zero included. */
export function parseUsd(text: string): bigint | undefined {
  const match = USD_PATTERN.exec(text)
  if (!match) return undefined
  const [, whole = '', fraction = ''] = match
  const units = BigInt(whole) * UNITS_PER_USD + BigInt(fraction.padEnd(USD_DECIMALS, '0'))
  return units > 0n && units <= MAX_UNITS ? units : undefined
}

/** Both operands are exact doubles, so the quotient is the double nearest to the true decimal. */
export function toUsd(units: bigint): number {
  return toWireUnits(units) / Number(UNITS_PER_USD)
}

export function toWireUnits(units: bigint): number {
  if (units > MAX_UNITS || units < -MAX_UNITS) throw new RangeError('amount beyond exact numbers')
  return Number(units)
}
