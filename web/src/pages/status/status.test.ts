import type { StatusResponse } from '@footnote/contract/site/responses'
import { expect, test } from 'vitest'
import { hasShares, outcomeFigures } from './figures-text.ts'
import { describePoint } from './point-text.ts'
import { statusLines, sumLines } from './status-lines.ts'
import { statusShape } from './status-shape.ts'

const times = ['2026-11-15T10:00:00.000Z', '2026-11-15T11:00:00.000Z']
const counts = { answered: 30, no_answer: 2, failed: 1 }
const figures = { ...counts, p50_ms: 900, p90_ms: 2_000 }
const none = { answered: 0, no_answer: 0, failed: 0, p50_ms: null, p90_ms: null }
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
    { tool: 'answer', effort: null, ...figures, answered: 5, points: [] },
    { tool: 'research', effort: 'lite', ...none, points: [] },
  ],
}

test('lists the tools called in price-list order', () => {
  const lines = statusLines(response)
  expect(lines.map(({ name }) => name)).toEqual(['Answer', 'Research, deep'])
  expect(sumLines(lines)).toEqual({ answered: 35, no_answer: 4, failed: 2 })
})

test('has a point for each hour, even without a call', () => {
  const [, deep] = statusLines(response)
  expect(deep?.points).toEqual([
    {
      at: times[0],
      counts: { answered: 0, no_answer: 0, failed: 0 },
      p50Ms: null,
      p90Ms: null,
    },
    { at: times[1], counts, p50Ms: 900, p90Ms: 2_000 },
  ])
})

test.for([
  [
    [20, 0, 0],
    ['100%', '0%', '0%'],
  ],
  [
    [0, 0, 20],
    ['0%', '0%', '100%'],
  ],
  [
    [99_999, 0, 1],
    ['>99.9%', '0%', '<0.1%'],
  ],
  [
    [1, 0, 99_999],
    ['<0.1%', '0%', '>99.9%'],
  ],
  [
    [998, 1, 1],
    ['99.8%', '0.1%', '0.1%'],
  ],
  [
    [10, 10, 10],
    ['33.4%', '33.3%', '33.3%'],
  ],
  [
    [15, 3, 2],
    ['75%', '15%', '10%'],
  ],
] as const)('shows %j as the shares %j', ([[answered, no_answer, failed], shown]) => {
  expect(Object.values(outcomeFigures({ answered, no_answer, failed }))).toEqual(shown)
})

test('shows counts instead of percentages below 20 calls', () => {
  const few = { answered: 16, no_answer: 2, failed: 1 }
  expect(hasShares(few)).toBe(false)
  expect(outcomeFigures(few)).toEqual({ answered: '16', no_answer: '2', failed: '1' })
  expect(hasShares({ ...few, failed: 2 })).toBe(true)
})

test('describes an hour or day by its three outcomes, with durations only if there are any', () => {
  const point = { at: times[0] ?? '', counts, p50Ms: 900, p90Ms: 2_000 }
  const outcomes = '30 answered, 2 no answer found, 1 failed'
  expect(describePoint(point, 'month')).toBe(`Nov 15: ${outcomes}; median 900 ms, p90 2 s`)
  expect(describePoint({ ...point, p50Ms: null, p90Ms: null }, 'month')).toBe(`Nov 15: ${outcomes}`)
})

test('stacks the outcomes, and draws durations only if there are any', () => {
  const [, deep] = statusLines(response)
  const points = deep?.points ?? []
  const shape = statusShape(points, { width: 100 })
  const heights = shape.columns[1]?.bars.map(({ outcome, height }) => [outcome, height / 54])
  expect(heights).toEqual([
    ['answered', expect.closeTo(30 / 33)],
    ['no_answer', expect.closeTo(2 / 33)],
    ['failed', expect.closeTo(1 / 33)],
  ])
  expect(shape.hasTimes).toBe(true)
  const untimed = points.map(point => ({ ...point, p50Ms: null, p90Ms: null }))
  expect(statusShape(untimed, { width: 100 }).hasTimes).toBe(false)
})
