import type { StatusResponse } from '@footnote/contract/site/responses'
import { expect, test } from 'vitest'
import { shares, tookText } from './figures-text.ts'
import { statusLines, sumLines } from './status-lines.ts'

const times = ['2026-11-15T10:00:00.000Z', '2026-11-15T11:00:00.000Z']
const figures = { captured: 3, refunded: 1, p50_ms: 900, p90_ms: 2_000 }
const response: StatusResponse = {
  accepts_calls: true,
  counted_until: '2026-11-15T11:20:00.000Z',
  times,
  tools: [
    {
      tool: 'research',
      effort: 'deep',
      ...figures,
      points: [{ at: '2026-11-15T11:00:00Z', ...figures }],
    },
    { tool: 'answer', effort: null, ...figures, captured: 5, points: [] },
    {
      tool: 'research',
      effort: 'lite',
      captured: 0,
      refunded: 0,
      p50_ms: null,
      p90_ms: null,
      points: [],
    },
  ],
}

test('what was called is told in the order of the prices, and what was not is left out', () => {
  const lines = statusLines(response)
  expect(lines.map(({ name }) => name)).toEqual(['Answer', 'Research, deep'])
  expect(sumLines(lines)).toEqual({ captured: 8, refunded: 2 })
})

test('each hour has a point, also those without a call', () => {
  const [, deep] = statusLines(response)
  const { p50_ms: p50Ms, p90_ms: p90Ms, captured, refunded } = figures
  expect(deep?.points).toEqual([
    { at: times[0], captured: 0, refunded: 0, p50Ms: null, p90Ms: null },
    { at: times[1], captured, refunded, p50Ms, p90Ms },
  ])
})

test.for([
  [1, 0, '100%', '0%'],
  [0, 1, '0%', '100%'],
  [99_999, 1, '>99.9%', '<0.1%'],
  [1, 99_999, '<0.1%', '>99.9%'],
  [999, 1, '99.9%', '0.1%'],
  [2, 1, '66.7%', '33.3%'],
  [1, 1, '50%', '50%'],
] as const)(
  '%i of those that succeeded and %i of those refunded are %s and %s',
  ([captured, refunded, good, bad]) => {
    expect(shares({ captured, refunded })).toEqual({ succeeded: good, refunded: bad })
  },
)

test('where nothing succeeded there is no figure', () => {
  expect(tookText(null)).toBe('no figure')
  expect(tookText(3_249)).toBe('3.2 s')
})
