import { type Price, prices, type Tool } from '@footnote/contract/prices'
import { priceId } from '../../ui/price-words.ts'

/** More than anybody types by mistake; the sum stays exact far beyond it. */
export const MOST_CALLS = 10_000_000

/** How many calls of each a month has, by the id of its price. */
export type CallCounts = Readonly<Record<string, number>>

interface CostLine {
  readonly price: Price
  readonly count: number
  readonly units: bigint
}

/** What so many calls come to, one by one, by tool and in all; exact in wallet units. */
export function monthCost(counts: CallCounts) {
  const lines: readonly CostLine[] = prices.map(price => {
    const count = counts[priceId(price)] ?? 0
    return { price, count, units: BigInt(count) * price.costUnits }
  })
  const unitsByTool: Record<Tool, bigint> = { answer: 0n, research: 0n, finance_research: 0n }
  for (const { price, units } of lines) unitsByTool[price.tool] += units
  return { lines, unitsByTool, units: lines.reduce((sum, { units }) => sum + units, 0n) }
}

/** Whole calls as somebody types them, with or without separators; what is no number is none. */
export function readCount(text: string): number {
  const digits = text.replaceAll(/\D/g, '')
  return Math.min(Number(digits), MOST_CALLS)
}

/** What the range stops at: few and many are as far apart for the hand as they are for the purse. */
export const COUNT_STEPS: readonly number[] = [
  0,
  ...[1, 10, 100, 1_000, 10_000].flatMap(decade => [decade, 2 * decade, 5 * decade]),
  100_000,
]

/** The last stop that is not beyond the count. */
export function stepOf(count: number): number {
  return COUNT_STEPS.findLastIndex(step => step <= count)
}
