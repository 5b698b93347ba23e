import { expect, test } from 'vitest'
import { draftOf } from '../form/draft-of.ts'
import { toRequest } from '../form/to-request.ts'
import type { Run } from '../run/tool-run.ts'
import type { ToolRequest } from '../tool-request.ts'
import { compareSources } from './compare-sources.ts'
import { toEntry } from './start-history.ts'

const ID = '0198c0de-0000-7000-8000-000000000001'
const request: ToolRequest = {
  tool: 'research',
  body: {
    input: 'Why?',
    research_effort: 'standard',
    background: true,
    source_control: {
      exclude_domains: ['example.org'],
      freshness: '2026-01-01to2026-02-01',
      country: 'CH',
    },
    output_schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
  },
}
const answer: ToolRequest = {
  tool: 'answer',
  body: { query: 'Who?', include_domains: ['gov'], freshness: 'week', language: 'DE' },
}
const run: Run = {
  ...{ request, tool: 'research', effort: 'standard', startedAt: 1_000 },
  ...{ becomesTask: true, isConnected: true },
}
const billing = { request_id: ID, cost_usd: 0.15, cost_units: 1_500_000, balance_usd: 1 }

test.each([request, answer])('duplicates a request with all of its options', one => {
  expect(toRequest(one.tool, draftOf(one))).toEqual(one)
})

test('keeps a call from its acceptance on, with its outcome and cost', () => {
  expect(toEntry(run)).toBeUndefined()
  const submitted = { task_id: ID, status: 'queued' as const, expires_at: '', billing }
  const accepted = toEntry({
    ...run,
    end: { kind: 'result', result: { status: 202, body: submitted } },
  })
  expect(accepted).toMatchObject({ id: ID, request, isTask: true, outcome: { kind: 'open' } })
  const output = { content: 'Because [[1]].', content_type: 'text' as const, sources: [] }
  const ended = toEntry({
    ...run,
    end: { kind: 'result', result: { status: 200, body: { output, billing } } },
  })
  expect(ended).toMatchObject({
    ...{ id: ID, costUnits: 1_500_000 },
    outcome: { kind: 'result', result: { output } },
  })
  expect(JSON.stringify(ended)).not.toContain('balance_usd')
  const failure = {
    ...{ code: 'QUERY_FAILED_REFUNDED' as const, message: 'No source.', request_id: ID },
  }
  expect(toEntry({ ...run, requestId: ID, end: { kind: 'failure', failure } })).toMatchObject({
    outcome: { kind: 'failed', message: 'No source.', isRefunded: true },
  })
  expect(toEntry({ ...run, requestId: ID, end: { kind: 'lost', at: 1 } })?.outcome.kind).toBe(
    'open',
  )
})

test('counts the sources that two runs share', () => {
  const of = (...urls: string[]) => ({
    ...{ id: ID, startedAt: 1, isStarred: false, tool: 'research' as const },
    ...{ effort: 'lite' as const, isTask: false, costUnits: 1 },
    outcome: {
      kind: 'result' as const,
      result: {
        output: {
          content: '',
          content_type: 'text' as const,
          sources: urls.map(url => ({ url, title: '' })),
        },
      },
    },
  })
  expect(compareSources(of('a', 'b', 'b'), of('b', 'c'))).toEqual({ one: 2, other: 2, both: 1 })
})
