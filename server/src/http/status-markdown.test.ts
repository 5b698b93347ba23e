import type { StatusResponse } from '@footnote/contract/site/responses'
import { expect, it } from 'vitest'
import { statusMarkdown } from './status-markdown.ts'

const times = ['2026-11-14T00:00:00.000Z', '2026-11-15T00:00:00.000Z']
const figures = { answered: 30, no_answer: 2, failed: 1, p50_ms: 850, p90_ms: 2_300 }
const few = { answered: 1, no_answer: 0, failed: 0, p50_ms: null, p90_ms: null }

it('has the same content as the page', () => {
  const status: StatusResponse = {
    accepts_calls: true,
    counted_until: '2026-11-15T10:00:00.000Z',
    times,
    tools: [
      { tool: 'answer', effort: null, ...figures, points: [{ at: times[1] ?? '', ...figures }] },
      { tool: 'research', effort: 'deep', ...few, points: [{ at: times[1] ?? '', ...few }] },
    ],
  }
  const at = '2026-11-14T11:30:00.000Z'
  const updates = [{ state: 'monitoring', text: 'A fix is live.', at }] as const
  const incidents = [
    { title: 'Slow', started_at: times[1] ?? '', ended_at: null, updates: [...updates] },
    { title: '3 of 20 calls failed', started_at: times[0] ?? '', ended_at: at, updates: [] },
  ]
  const page = statusMarkdown(status, { incidents })
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

## Incidents in the last 90 days

- 2026-11-15T00:00:00.000Z to now: Slow
  - 2026-11-14T11:30:00.000Z, monitoring: A fix is live.
- 2026-11-14T00:00:00.000Z to 2026-11-14T11:30:00.000Z: 3 of 20 calls failed
`)
})

it('reports refused calls, and periods without counts or calls', () => {
  const empty = { accepts_calls: false, counted_until: null, times, tools: [] }
  const textOf = (status: StatusResponse) => statusMarkdown(status, { incidents: [] })
  expect(textOf(empty)).toContain('Calls are currently refused without a charge')
  expect(textOf(empty)).toMatch(/No calls have been counted yet\.\n\n## Inc.+\n\nNone\.\n$/)
  expect(textOf({ ...empty, counted_until: times[1] ?? '' })).toContain('There were no calls.\n')
})
