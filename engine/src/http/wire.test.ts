import { describe, expect, it } from 'vitest'
import { NoResult } from '../research.ts'
import { createClient } from '../runs/testing/engine-client.ts'
import { goodResult } from '../runs/testing/good-result.ts'
import { startTestEngine } from '../runs/testing/test-engine.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const research = {
  output: {
    content: goodResult.content,
    content_type: 'text',
    sources: [
      {
        url: 'https://example.com/bolivia',
        title: 'Bolivia',
        snippets: ['Sucre is the capital'],
      },
    ],
  },
}

it('serves every operation in the shapes of the wire', async () => {
  const engine = await startTestEngine()
  expect(await engine.post('/v1/answer', { query: 'What is the capital?' })).toMatchObject({
    status: 200,
    body: {
      answer: goodResult.content,
      citations: [{ source: 'https://example.com/bolivia', excerpts: ['Sucre is the capital'] }],
      results: {
        web: [
          {
            url: 'https://example.com/bolivia',
            title: 'Bolivia',
            snippets: ['Sucre is the capital'],
            page_age: '2016-01-27T00:00:00',
          },
          { url: 'https://example.com/peru', title: 'Peru', snippets: ['Lima'] },
        ],
      },
    },
  })
  const sync = await engine.post('/v1/research', { input: 'What is the capital?' })
  expect(sync).toMatchObject({ status: 200, body: research })
  const finance = await engine.post('/v1/finance_research', { input: 'What was the revenue?' })
  expect(finance).toMatchObject({ status: 200, body: research })

  const submitted = await engine.post('/v1/research', { input: 'Why?', background: true })
  const { task_id } = submitted.body
  expect(submitted).toMatchObject({
    status: 200,
    body: {
      task_id: expect.stringMatching(UUID),
      type: 'research',
      status: 'queued',
      stream_url: `/v1/research/${task_id}/stream`,
      created_at: expect.stringMatching(INSTANT),
    },
  })
  expect(await engine.ended(`/v1/research/${task_id}`)).toEqual({
    ...submitted.body,
    status: 'completed',
    updated_at: expect.stringMatching(INSTANT),
    completed_at: expect.stringMatching(INSTANT),
    result: research,
    error: null,
  })
  const health = await fetch(`${engine.url}/healthz`)
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
})

it('hands what is asked to the pipeline, without nulls and with the defaults of the wire', async () => {
  const asked: unknown[] = []
  const engine = await startTestEngine(async request => {
    asked.push(request)
    return { ...goodResult, content: request.outputSchema ? { a: 1 } : 'Yes [[1]].' }
  })
  await engine.post('/v1/answer', {
    query: 'Who?',
    include_domains: ['Example.COM', 'example.com'],
    exclude_domains: [],
    freshness: 'week',
    country: 'de',
    language: 'pt-br',
    safesearch: 'strict',
    boost_domains: null,
  })
  const outputSchema = {
    type: 'object',
    properties: { a: { type: 'number' } },
    required: ['a'],
    additionalProperties: false,
  }
  const structured = await engine.post('/v1/research', {
    input: 'Who?',
    research_effort: 'deep',
    source_control: { exclude_domains: ['gov'], country: null },
    output_schema: outputSchema,
  })
  expect(structured.body.output).toMatchObject({ content: { a: 1 }, content_type: 'object' })
  await engine.post('/v1/research', { input: 'Who?', background: false })
  await engine.post('/v1/finance_research', { input: 'Who?', output_schema: outputSchema })
  expect(asked).toEqual([
    {
      kind: 'answer',
      input: 'Who?',
      effort: 'lite',
      sources: {
        include_domains: ['Example.COM', 'example.com'],
        exclude_domains: [],
        freshness: 'week',
        country: 'de',
        language: 'pt-br',
        safesearch: 'strict',
      },
    },
    {
      kind: 'research',
      input: 'Who?',
      effort: 'deep',
      sources: { exclude_domains: ['gov'] },
      outputSchema,
    },
    { kind: 'research', input: 'Who?', effort: 'standard', sources: {} },
    { kind: 'finance', input: 'Who?', effort: 'deep', sources: {}, outputSchema },
  ])
})

describe('without an honest result', () => {
  it('refuses a synchronous call and fails a task, both with the reason and its code', async () => {
    const engine = await startTestEngine(() => Promise.reject(new NoResult('no_source')))
    expect(await engine.post('/v1/answer', { query: 'Who?' })).toMatchObject({
      status: 422,
      body: { error: expect.stringMatching(/^No source/), reason: 'no_source' },
    })
    expect(await engine.ended(await engine.submit())).toMatchObject({
      status: 'failed',
      result: null,
      error: expect.stringMatching(/^No source/),
      reason: 'no_source',
    })
  })

  it('a fault tells nothing but that there was one', async () => {
    const engine = await startTestEngine(() => Promise.reject(new Error('secret of the house')))
    expect(await engine.post('/v1/answer', { query: 'Who?' })).toMatchObject({
      status: 500,
      body: { detail: 'Internal Server Error' },
    })
  })
})

it('lets nobody in without the key', async () => {
  const engine = await startTestEngine()
  const refusal = { status: 401, body: { detail: expect.stringContaining('X-API-Key') } }
  for (const key of ['', 'wrong', `${'key-of-the-tests'}x`]) {
    const stranger = createClient(engine.url, key)
    expect(await stranger.post('/v1/answer', { query: 'Who?' })).toMatchObject(refusal)
    expect(await stranger.get('/v1/research/x')).toMatchObject(refusal)
    expect(await stranger.get('/v1/research/x/stream')).toMatchObject(refusal)
  }
})
