import { prices } from '@footnote/contract/prices'
import { expect, test } from 'vitest'
import { priceId } from '../../ui/price-words.ts'
import { COUNT_STEPS, howLong, MOST_CALLS, monthCost, readCount, stepOf } from './month-cost.ts'

test('adds up a month exactly, by tool and in total', () => {
  const { units, unitsByTool, lines } = monthCost({
    answer: 3,
    'research lite': 7,
    'research frontier': 1,
    'finance_research exhaustive': 2,
  })
  expect(unitsByTool).toEqual({
    answer: 600_000n,
    research: 38_800_000n,
    finance_research: 30_000_000n,
  })
  expect(units).toBe(69_400_000n)
  expect(lines).toHaveLength(prices.length)
})

test('stays exact at the highest counts', () => {
  const all = Object.fromEntries(prices.map(price => [priceId(price), MOST_CALLS]))
  const once = prices.reduce((sum, { costUnits }) => sum + costUnits, 0n)
  expect(monthCost(all).units).toBe(once * BigInt(MOST_CALLS))
})

test.for([
  ['', 0],
  ['007', 7],
  ['1,204', 1_204],
  ['1 204', 1_204],
  ['-3', 3],
  ['many', 0],
  ['99999999999999999999', MOST_CALLS],
] as const)('reads "%s" as %i calls', ([text, count]) => {
  expect(readCount(text)).toBe(count)
})

test('sets the slider to the typed count or the step below it', () => {
  for (const [index, step] of COUNT_STEPS.entries()) expect(stepOf(step)).toBe(index)
  expect(COUNT_STEPS[stepOf(1_204)]).toBe(1_000)
  expect(COUNT_STEPS[stepOf(MOST_CALLS)]).toBe(100_000)
})

test.for([
  [100n, 0n, 'never expires'],
  [100_000_000n, 100_000_000n, 'exactly one month'],
  [250_000_000n, 100_000_000n, '2 months, with $5.00 left'],
  [100_000_000n, 200_000_000n, 'about 15 days'],
  [100_000_000n, 2_999_999_999n, 'about a day'],
  [100_000_000n, 3_000_000_001n, 'less than a day'],
] as const)('describes a recharge of %s units at %s a month as %s', ([recharge, month, text]) => {
  expect(howLong(recharge, month)).toBe(text)
})

test('gives a purpose for every price', () => {
  for (const price of prices) expect(price.purpose, priceId(price)).not.toBe('')
})
