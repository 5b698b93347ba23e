import { expect, it } from 'vitest'
import { statusMarkdown } from './status-markdown.ts'

const times = ['2026-11-14T00:00:00.000Z', '2026-11-15T00:00:00.000Z']
const figures = { captured: 3, refunded: 1, p50_ms: 850, p90_ms: 2_300 }

it('says what the page says', () => {
  const page = statusMarkdown({
    accepts_calls: true,
    counted_until: '2026-11-15T10:00:00.000Z',
    times,
    tools: [
      { tool: 'answer', effort: null, ...figures, points: [{ at: times[1] ?? '', ...figures }] },
      {
        ...{ tool: 'research', effort: 'deep', captured: 1, refunded: 0 },
        ...{ p50_ms: 300_000, p90_ms: null },
        points: [{ at: times[1] ?? '', captured: 1, refunded: 0, p50_ms: 300_000, p90_ms: null }],
      },
    ],
  })
  expect(page).toBe(`# Status

Calls are accepted.

Calls settled from 2026-11-14T00:00:00.000Z to 2026-11-15T10:00:00.000Z, in UTC. A refunded call cost nothing.

Half of the calls that succeeded took at most the p50, nine of ten at most the p90.

| Tool | Effort | Succeeded | Refunded | p50 | p90 |
| --- | --- | --- | --- | --- | --- |
| answer | none | 3 | 1 | 850 ms | 2.3 s |
| research | deep | 1 | 0 | 5.0 min | none |

## Over time

| From | Succeeded | Refunded |
| --- | --- | --- |
| 2026-11-14T00:00:00.000Z | 0 | 0 |
| 2026-11-15T00:00:00.000Z | 4 | 1 |
`)
})

it('says so where calls are refused, and where nothing is counted or there was nothing', () => {
  const empty = { accepts_calls: false, counted_until: null, times, tools: [] }
  expect(statusMarkdown(empty)).toContain('Calls are refused for the moment, and not charged')
  expect(statusMarkdown(empty)).toMatch(/No calls are counted yet\.\n$/)
  expect(statusMarkdown({ ...empty, counted_until: times[1] ?? '' })).toMatch(
    /There were none\.\n$/,
  )
})
