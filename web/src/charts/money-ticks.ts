import { UNITS_PER_USD } from '@footnote/contract/units'
import { formatUsd } from '../ui/money.tsx'

const UNITS_PER_CENT = UNITS_PER_USD / 100n

/**
 * Ticks from zero to at least `highest`, in at most `mostSteps` equal steps of round whole cents.
 */
export function moneyTicks(highest: bigint, { mostSteps }: { mostSteps: number }): bigint[] {
  const step = roundStep(highest, BigInt(mostSteps))
  const steps = highest > 0n ? (highest + step - 1n) / step : 1n
  return Array.from({ length: Number(steps) + 1 }, (_, index) => BigInt(index) * step)
}

/** Tick labels, with cents only if one of the ticks needs them. */
export function tickTexts(ticks: readonly bigint[]): string[] {
  const isWhole = ticks.every(tick => tick % UNITS_PER_USD === 0n)
  return ticks.map(tick => (isWhole ? formatUsd(tick).replace(/\.00$/, '') : formatUsd(tick)))
}

/** The smallest of 1, 2, 5, 10, 20, 50 … cents of which `steps` reach the amount. */
function roundStep(amount: bigint, steps: bigint): bigint {
  for (let decade = UNITS_PER_CENT; ; decade *= 10n) {
    for (const step of [decade, 2n * decade, 5n * decade]) if (step * steps >= amount) return step
  }
}
