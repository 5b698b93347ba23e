import { expect, test } from 'vitest'
import { bytesText } from './bytes-text.ts'
import { causeName, percentOf, rankCauses } from './refund-causes.ts'
import { spanText } from './span-text.ts'

test.each([
  [-5_000, '0 s'],
  [0, '0 s'],
  [45_900, '45 s'],
  [60_000, '1 min'],
  [725_000, '12 min 5 s'],
  [3 * 3_600_000, '3 h'],
  [3 * 3_600_000 + 20 * 60_000 + 59_000, '3 h 20 min'],
  [2 * 86_400_000 + 4 * 3_600_000, '2 d 4 h'],
])('%d ms are %s', (ms, text) => {
  expect(spanText(ms)).toBe(text)
})

test.each([
  [0, '0 B'],
  [812, '812 B'],
  [7_400_000, '7.4 MB'],
  [120_000_000_000, '120 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text)
})

test('causes are summed over tools and efforts, the most frequent first, with their shares', () => {
  const causes = [
    { cause: 'task_failed', tool: 'research', effort: 'deep', calls: 1 },
    { cause: 'upstream_timeout', tool: 'answer', effort: null, calls: 2 },
    { cause: 'upstream_timeout', tool: 'finance_research', effort: 'deep', calls: 7 },
  ] as const
  expect(rankCauses({ causes: [...causes] })).toEqual([
    { cause: 'upstream_timeout', name: 'Upstream took too long', calls: 9, percent: 90 },
    { cause: 'task_failed', name: 'Task failed', calls: 1, percent: 10 },
  ])
})

test('a cause without words of its own is shown as it is named', () => {
  expect(causeName('moon_eclipsed')).toBe('moon eclipsed')
})

test('what is little is not nothing, and what is nearly all is not all', () => {
  expect(percentOf(0, 0)).toBe(0)
  expect(percentOf(1, 10_000)).toBe(1)
  expect(percentOf(9_999, 10_000)).toBe(99)
  expect(percentOf(5, 5)).toBe(100)
})
