import { type Price, prices } from '@footnote/contract/prices'
import { byTool } from '@footnote/contract/tools'
import { formatUsd } from '../../ui/money.tsx'
import { priceId } from '../../ui/price-words.ts'

/** Upper limit of a count; the sum stays exact far beyond it. */
export const MOST_CALLS = 10_000_000

/** Calls per month by price id. */
export type CallCounts = Readonly<Record<string, number>>

interface CostLine {
  readonly price: Price
  readonly count: number
  readonly units: bigint
}

/** The cost of these calls per price, per tool and in total, exact in wallet units. */
export function monthCost(counts: CallCounts) {
  const lines: readonly CostLine[] = prices.map(price => {
    const count = counts[priceId(price)] ?? 0
    return { price, count, units: BigInt(count) * price.costUnits }
  })
  const unitsByTool = byTool(() => 0n)
  for (const { price, units } of lines) unitsByTool[price.tool] += units
  return { lines, unitsByTool, units: lines.reduce((sum, { units }) => sum + units, 0n) }
}

/** Reads a typed number of calls, with or without separators; anything else counts as zero. */
export function readCount(text: string): number {
  const digits = text.replaceAll(/\D/g, '')
  return Math.min(Number(digits), MOST_CALLS)
}

/** Steps of the slider, spaced logarithmically. */
export const COUNT_STEPS: readonly number[] = [
  0,
  ...[1, 10, 100, 1_000, 10_000].flatMap(decade => [decade, 2 * decade, 5 * decade]),
  100_000,
]

/** Index of the highest step not above the count. */
export function stepOf(count: number): number {
  return COUNT_STEPS.findLastIndex(step => step <= count)
}

const DAYS_PER_MONTH = 30n

/** Describes how long a recharge lasts at a monthly cost. */
export function howLong(rechargeUnits: bigint, monthUnits: bigint): string {
  if (monthUnits === 0n) return 'never expires'
  const months = rechargeUnits / monthUnits
  const rest = rechargeUnits % monthUnits
  if (months > 0n) {
    const text = months === 1n ? 'one month' : `${months.toLocaleString('en-GB')} months`
    return rest === 0n ? `exactly ${text}` : `${text}, with ${formatUsd(rest)} left`
  }
  const days = (rechargeUnits * DAYS_PER_MONTH) / monthUnits
  if (days === 0n) return 'less than a day'
  return days === 1n ? 'about a day' : `about ${days} days`
}
