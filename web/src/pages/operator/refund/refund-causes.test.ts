import { expect, test } from 'vitest'
import { causeName, percentOf, rankCauses } from './refund-causes.ts'

test('sums causes over tools and efforts, most frequent first, with their shares', () => {
  const causes = [
    { cause: 'task_failed', tool: 'research', effort: 'deep', calls: 1 },
    { cause: 'upstream_timeout', tool: 'answer', effort: null, calls: 2 },
    { cause: 'upstream_timeout', tool: 'finance_research', effort: 'deep', calls: 7 },
  ] as const
  expect(rankCauses({ causes: [...causes] })).toEqual([
    { cause: 'upstream_timeout', name: 'Upstream timed out', calls: 9, percent: 90 },
    { cause: 'task_failed', name: 'Task failed', calls: 1, percent: 10 },
  ])
})

test('shows an unknown cause by its code', () => {
  expect(causeName('moon_eclipsed')).toBe('moon eclipsed')
})

test('rounds to 0% and 100% only for none and all', () => {
  expect(percentOf(0, 0)).toBe(0)
  expect(percentOf(1, 10_000)).toBe(1)
  expect(percentOf(9_999, 10_000)).toBe(99)
  expect(percentOf(5, 5)).toBe(100)
})
