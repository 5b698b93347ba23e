import { expect, it } from 'vitest'
import { statusMarkdown } from './status-markdown.ts'

const times = ['2026-11-14T00:00:00.000Z', '2026-11-15T00:00:00.000Z']
const figures = { answered: 30, no_answer: 2, failed: 1, p50_ms: 850, p90_ms: 2_300 }
const few = { answered: 1, no_answer: 0, failed: 0, p50_ms: null, p90_ms: null }

it('has the same content as the page', () => {
  const page = statusMarkdown({
    accepts_calls: true,
    counted_until: '2026-11-15T10:00:00.000Z',
    times,
    tools: [
      { tool: 'answer', effort: null, ...figures, points: [{ at: times[1] ?? '', ...figures }] },
      { tool: 'research', effort: 'deep', ...few, points: [{ at: times[1] ?? '', ...few }] },
    ],
  })
  expect(page).toBe(`# Status

Calls are accepted.

Calls settled from 2026-11-14T00:00:00.000Z to 2026-11-15T10:00:00.000Z, in UTC. Failed calls and calls with no answer found were refunded.

Median and p90 durations cover answered calls, and are shown for 20 or more of them.

| Tool | Effort | Answered | No answer found | Failed | Median | p90 |
| --- | --- | --- | --- | --- | --- | --- |
| Answer | none | 30 | 2 | 1 | 850 ms | 2.3 s |
| Research | deep | 1 | 0 | 0 | none | none |

## Over time

| From | Answered | No answer found | Failed |
| --- | --- | --- | --- |
| 2026-11-14T00:00:00.000Z | 0 | 0 | 0 |
| 2026-11-15T00:00:00.000Z | 31 | 2 | 1 |
`)
})

it('reports refused calls, and periods without counts or calls', () => {
  const empty = { accepts_calls: false, counted_until: null, times, tools: [] }
  expect(statusMarkdown(empty)).toContain('Calls are currently refused without a charge')
  expect(statusMarkdown(empty)).toMatch(/No calls have been counted yet\.\n$/)
  expect(statusMarkdown({ ...empty, counted_until: times[1] ?? '' })).toMatch(
    /There were no calls\.\n$/,
  )
})
