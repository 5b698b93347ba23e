import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Payer } from '../testing/scenes/create-payer.ts'
import { expectContract } from '../testing/scenes/expect-contract.ts'
import { expectPaid } from '../testing/scenes/expect-paid.ts'
import { post, startTestService, type TestService } from '../testing/scenes/test-service.ts'
import { answerWell, goodResearch } from '../testing/stubs/stub-upstream.ts'

let test: TestService
let payer: Payer
beforeAll(async () => {
  test = await startTestService()
  payer = await test.createPayer()
})
beforeEach(() => {
  test.upstream.handler = answerWell
})
afterAll(() => test.close())

const PATH = '/api/v1/finance_research'
const finance = (body: object) => post(`${test.service.url}${PATH}`, payer.key, body)

it.each([
  ['deep', { research_effort: 'deep' }, 0.35, 3_500_000],
  ['exhaustive', { research_effort: 'exhaustive' }, 1.5, 15_000_000],
  ['the default', {}, 0.35, 3_500_000],
])('at %s costs its price', async (_, effort, costUsd, costUnits) => {
  const call = { path: PATH, body: { input: 'i', ...effort }, status: 200 }
  await expectPaid(test, payer, { ...call, costUsd, costUnits })
})

describe('the response', () => {
  it.each(['deep', 'exhaustive'])('at %s is the report itself, synchronously', async effort => {
    const reply = await finance({ input: 'i', research_effort: effort })
    expect(reply.status).toBe(200)
    expectContract('finance_research', reply)
    expect(reply.body).toEqual({ ...goodResearch, billing: expect.anything() })
  })

  it('titles sources by their host and drops fields that the specification does not name', async () => {
    const sources = [{ url: 'https://example.com/10-k', snippets: ['s'] }]
    test.upstream.handler = () => ({ body: { output: { ...goodResearch.output, sources }, x: 1 } })
    const reply = await finance({ input: 'i' })
    expectContract('finance_research', reply)
    expect(reply.body.output.sources).toEqual([
      { url: 'https://example.com/10-k', title: 'example.com' },
    ])
  })
})

describe('the upstream request', () => {
  it.each([
    ['deep by default', {}, 'deep'],
    ['the effort asked for', { research_effort: 'exhaustive' }, 'exhaustive'],
  ])('is the input and %s, nothing more', async (_, effort, research_effort) => {
    await finance({ input: ' Gross margin? ', ...effort })
    const sent = test.upstream.requests.at(-1)
    expect(sent).toMatchObject({ method: 'POST', path: '/v1/finance_research' })
    expect(sent?.headers['x-api-key']).toBe('upstream-key')
    expect(sent?.body).toEqual({ input: ' Gross margin? ', research_effort })
  })
})
