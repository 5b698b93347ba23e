/** An exact fraction: sums and quotients of written decimals lose nothing until they are rounded once. */
export interface Rational {
  readonly over: bigint
  readonly under: bigint
}

/** Parses digits as written, such as `-1452.40`. */
export function rational(digits: string): Rational {
  const [, sign = '', whole = '0', rest = ''] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(digits) ?? []
  const magnitude = BigInt(`${whole}${rest}` || '0')
  return { over: sign === '-' ? -magnitude : magnitude, under: 10n ** BigInt(rest.length) }
}

export function add(a: Rational, b: Rational): Rational {
  return { over: a.over * b.under + b.over * a.under, under: a.under * b.under }
}

export function subtract(a: Rational, b: Rational): Rational {
  return add(a, { over: -b.over, under: b.under })
}

/** Undefined if the divisor is zero. */
export function divide(a: Rational, b: Rational): Rational | undefined {
  if (b.over === 0n) return undefined
  const sign = b.over < 0n ? -1n : 1n
  return { over: a.over * b.under * sign, under: a.under * b.over * sign }
}

/** Rounds half away from zero, as people do. */
export function round({ over, under }: Rational, decimals: number): number {
  const scaled = (over < 0n ? -over : over) * 10n ** BigInt(decimals) * 2n + under
  const rounded = scaled / (under * 2n)
  return Number(over < 0n ? -rounded : rounded) / 10 ** decimals || 0
}
