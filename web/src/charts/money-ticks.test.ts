import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moneyTicks, tickTexts } from './chart-shape.ts'

const CENT = 100_000n
const USD = 100n * CENT

test('steps in round amounts from zero to the highest amount or just above', () => {
  expect(moneyTicks(73n * CENT, { mostSteps: 4 })).toEqual([0n, 20n, 40n, 60n, 80n].map(cents))
  expect(moneyTicks(80n * CENT, { mostSteps: 4 })).toEqual([0n, 20n, 40n, 60n, 80n].map(cents))
  expect(moneyTicks(81n * CENT, { mostSteps: 4 })).toEqual([0n, 50n, 100n].map(cents))
})

test('has an axis even without spending', () => {
  expect(moneyTicks(0n, { mostSteps: 4 })).toEqual([0n, CENT])
})

test('keeps any amount between the last two ticks within the allowed steps', () => {
  const amounts = fc.bigInt({ min: 1n, max: BigInt(Number.MAX_SAFE_INTEGER) })
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 8 }), (highest, mostSteps) => {
      const ticks = moneyTicks(highest, { mostSteps })
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest)
      expect(ticks.at(-2)).toBeLessThan(highest)
      expect(ticks.length - 1).toBeLessThanOrEqual(mostSteps)
    }),
  )
})

test('shows cents on all ticks or on none', () => {
  expect(tickTexts([0n, USD / 2n, USD])).toEqual(['$0.00', '$0.50', '$1.00'])
  expect(tickTexts([0n, 500n * USD, 1_000n * USD])).toEqual(['$0', '$500', '$1,000'])
})

function cents(count: bigint): bigint {
  return count * CENT
}
