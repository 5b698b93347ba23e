import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Payer } from '../testing/scenes/create-payer.ts'
import { expectContract } from '../testing/scenes/expect-contract.ts'
import { expectPaid } from '../testing/scenes/expect-paid.ts'
import { get, post, startTestService, type TestService } from '../testing/scenes/test-service.ts'
import { answerWell, goodResearch } from '../testing/stubs/stub-upstream.ts'

let test: TestService
let payer: Payer
beforeAll(async () => {
  test = await startTestService()
  payer = await test.createPayer('100')
})
beforeEach(() => {
  test.upstream.handler = answerWell
})
afterAll(() => test.close())

const PATH = '/api/v1/research'
const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: { a: { type: 'number' } },
  required: ['a'],
}
const DAY_MS = 24 * 3_600_000

const research = (body: object) =>
  post(`${test.service.url}${PATH}`, payer.key, { input: 'i', ...body })

/** Makes a call and returns the upstream request for it. */
async function sentFor(body: object) {
  const reply = await research(body)
  expect([200, 202]).toContain(reply.status)
  return test.upstream.requests.at(-1)
}

describe('the price', () => {
  it.each([
    ['lite', 200, 0.04, 400_000],
    ['standard', 200, 0.15, 1_500_000],
    ['deep', 202, 0.3, 3_000_000],
    ['exhaustive', 202, 1.35, 13_500_000],
    ['frontier', 202, 3.6, 36_000_000],
  ])(
    'of %s is the same with and without background',
    async (effort, status, costUsd, costUnits) => {
      const body = { input: 'i', research_effort: effort }
      const price = { path: PATH, costUsd, costUnits }
      await expectPaid(test, payer, { ...price, body, status })
      await expectPaid(test, payer, { ...price, body: { ...body, background: true }, status: 202 })
    },
  )

  it('without an effort is the price of standard', async () => {
    const call = { path: PATH, body: { input: 'i' }, status: 200 }
    await expectPaid(test, payer, { ...call, costUsd: 0.15, costUnits: 1_500_000 })
  })
})

describe('a synchronous response', () => {
  it.each([
    ['lite', { research_effort: 'lite' }],
    ['standard', { research_effort: 'standard' }],
    ['the default', {}],
    ['background false', { background: false }],
  ])('at %s is the report and the billing, and nothing else', async (_, body) => {
    const reply = await research(body)
    expect(reply.status).toBe(200)
    expectContract('research', reply)
    expect(reply.body).toEqual({ ...goodResearch, billing: expect.anything() })
  })

  it('drops fields that the specification does not name', async () => {
    const [source] = goodResearch.output.sources
    test.upstream.handler = () => ({
      body: {
        output: { ...goodResearch.output, sources: [{ ...source, snippets: ['s'] }], usage: 1 },
        warnings: [],
      },
    })
    const reply = await research({})
    expectContract('research', reply)
    expect(reply.body).toEqual({ ...goodResearch, billing: expect.anything() })
  })

  it('titles a source that has no title by its host', async () => {
    const sources = [{ url: 'https://example.com/a' }, { url: 'https://b.org', title: '' }]
    test.upstream.handler = () => ({ body: { output: { ...goodResearch.output, sources } } })
    const reply = await research({})
    expectContract('research', reply)
    expect(reply.body.output.sources).toEqual([
      { url: 'https://example.com/a', title: 'example.com' },
      { url: 'https://b.org', title: 'b.org' },
    ])
  })

  it('has content type text for a text, whatever the upstream calls it', async () => {
    test.upstream.handler = () => ({
      body: { output: { ...goodResearch.output, content_type: 'text/markdown' } },
    })
    expect((await research({})).body.output.content_type).toBe('text')
  })

  it('is a JSON object if output_schema was given', async () => {
    const reply = await research({ output_schema: SCHEMA })
    expectContract('research', reply)
    expect(reply.body.output).toEqual({ content: { a: 1 }, content_type: 'object', sources: [] })
    expect(test.upstream.requests.at(-1)?.body).toMatchObject({ output_schema: SCHEMA })
  })
})

describe('a background submission', () => {
  it('is a queued task with the id of its charge, and expires after 24 hours', async () => {
    const reply = await research({ research_effort: 'deep' })
    expect(reply.status).toBe(202)
    expectContract('research', reply)
    const { task_id, status, expires_at, billing } = reply.body
    expect(status).toBe('queued')
    expect(task_id).toBe(billing.request_id)
    const usage = await get(`${test.service.url}/api/v1/usage`, payer.key)
    const [call] = usage.body.calls
    expect(call.request_id).toBe(task_id)
    expect(Date.parse(expires_at) - Date.parse(call.created_at)).toBe(DAY_MS)
  })

  it.each(['lite', 'standard', 'deep', 'exhaustive', 'frontier'])(
    'at %s is sent with background true',
    async effort => {
      const sent = await sentFor({ research_effort: effort, background: true })
      expect(sent?.body).toEqual({ input: 'i', research_effort: effort, background: true })
    },
  )

  it.each(['deep', 'exhaustive', 'frontier'])(
    'is the result of %s even if background is false or absent',
    async effort => {
      for (const background of [false, undefined]) {
        const sent = await sentFor({ research_effort: effort, background })
        expect(sent?.body).toEqual({ input: 'i', research_effort: effort, background: true })
      }
    },
  )

  it('with output_schema returns an object on retrieval', async () => {
    const { body: task } = await research({ research_effort: 'deep', output_schema: SCHEMA })
    const output = { content: { a: 1 }, content_type: 'object', sources: [] }
    test.upstream.handler = () => ({ body: { status: 'completed', result: { output } } })
    const reply = await get(`${test.service.url}${PATH}/${task.task_id}`, payer.key)
    expectContract('retrieve_task', reply)
    expect(reply.body.result).toEqual({ output })
  })
})

describe('the upstream request', () => {
  it('has the operator’s key and never the caller’s', async () => {
    const sent = await sentFor({})
    expect(sent).toMatchObject({ method: 'POST', path: '/v1/research' })
    expect(sent?.headers['x-api-key']).toBe('upstream-key')
    expect(JSON.stringify(sent)).not.toContain(payer.key)
  })

  it.each([
    ['no source_control when none was given', {}, undefined],
    ['no source_control when nothing is in it', { source_control: {} }, undefined],
    [
      'no empty list, which counts as absent',
      { source_control: { include_domains: [], exclude_domains: ['a.org'] } },
      { exclude_domains: ['a.org'] },
    ],
    [
      'source controls in their one spelling',
      {
        source_control: {
          exclude_domains: ['EXAMPLE.com.', 'example.com', 'Bücher.example'],
          boost_domains: ['Gov'],
          freshness: '2024-01-01to2024-12-31',
          country: 'us',
        },
      },
      {
        exclude_domains: ['example.com', 'xn--bcher-kva.example'],
        boost_domains: ['gov'],
        freshness: '2024-01-01to2024-12-31',
        country: 'US',
      },
    ],
  ])('is %s', async (_, request, source_control) => {
    const sent = await sentFor(request)
    expect(sent?.body).toEqual({
      input: 'i',
      research_effort: 'standard',
      background: false,
      ...(source_control && { source_control }),
    })
  })
})
