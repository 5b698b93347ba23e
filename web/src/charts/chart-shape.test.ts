import { expect, test } from 'vitest'
import { chartShape } from './chart-shape.ts'
import type { DaySpending } from './daily-spending.ts'
import { spendingSeries } from './spending-series.ts'

const days = [bar('2026-07-01', 200_000n, 400_000n), bar('2026-07-02', 1_000_000n, 0n)]
const shape = chartShape(days, { series: spendingSeries([], 'tool'), width: 400, height: 200 })

test('stacks the bars of a day in proportion to the amounts', () => {
  const [answer, research] = shape.stacks.map(({ bars }) => bars)
  const [lower, upper] = [answer?.[0], research?.[0]]
  expect(lower?.day).toBe(upper?.day)
  expect((lower?.y ?? 0) + (lower?.height ?? 0)).toBeCloseTo(shape.bottom)
  expect((upper?.y ?? 0) + (upper?.height ?? 0)).toBeCloseTo(lower?.y ?? 0)
  expect(upper?.height).toBeCloseTo(2 * (lower?.height ?? 0))
  expect(answer?.[1]?.height).toBeCloseTo(5 * (lower?.height ?? 0))
})

test('draws no bar for a zero amount', () => {
  expect(shape.stacks.map(({ bars }) => bars.length)).toEqual([2, 1, 0])
})

test('maps each horizontal position to the day drawn there', () => {
  for (const index of days.keys()) expect(shape.dayAt(shape.barCentre(index))).toBe(index)
  expect(shape.dayAt(-5)).toBe(0)
  expect(shape.dayAt(9_999)).toBe(1)
})

function bar(day: string, answer: bigint, research: bigint): DaySpending {
  return {
    day,
    parts: [answer, research, 0n],
    units: answer + research,
    calls: 2,
    refundedCalls: 0,
  }
}
