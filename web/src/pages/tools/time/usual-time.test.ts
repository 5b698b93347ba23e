import { expect, test } from 'vitest'
import { remainingText, usualText, usualTime } from './usual-time.ts'

test('describes durations from the figures, and says so if there are none', () => {
  const figures = {
    answered: 29,
    no_answer: 0,
    failed: 0,
    p50_ms: 8_000,
    p90_ms: 20_000,
    points: [],
  }
  const status = {
    accepts_calls: true,
    counted_until: null,
    times: [],
    tools: [
      { tool: 'answer' as const, effort: null, ...figures },
      { tool: 'research' as const, effort: 'deep' as const, ...figures, p50_ms: null },
    ],
  }
  const usual = usualTime(status, { tool: 'answer', effort: null })
  expect(usualText(usual)).toBe('median 8 s, p90 20 s')
  expect(usualTime(status, { tool: 'research', effort: 'deep' })).toBeUndefined()
  expect(usualText(undefined)).toContain('no duration estimate yet')
  expect(remainingText(usual, 1_000)).toContain('take 8 s (median)')
  expect(remainingText(usual, 9_000)).toContain('longer than most')
  expect(remainingText(usual, 30_000)).toContain('longer than 90%')
})
