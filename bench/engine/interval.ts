export interface Interval {
  readonly low: number
  readonly high: number
}

const Z_95 = 1.96

/** Returns Wilson's 95 % confidence interval of a share, which holds for small samples and near 0 and 1. */
export function wilson(successes: number, n: number): Interval {
  if (n === 0) return { low: 0, high: 1 }
  const share = successes / n
  const square = Z_95 ** 2
  const middle = share + square / (2 * n)
  const reach = Z_95 * Math.sqrt((share * (1 - share)) / n + square / (4 * n * n))
  const whole = 1 + square / n
  return {
    low: Math.max(0, (middle - reach) / whole),
    high: Math.min(1, (middle + reach) / whole),
  }
}
