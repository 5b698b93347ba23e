import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Payer } from '../testing/scenes/create-payer.ts'
import { expectContract } from '../testing/scenes/expect-contract.ts'
import { expectPaid } from '../testing/scenes/expect-paid.ts'
import { post, startTestService, type TestService } from '../testing/scenes/test-service.ts'
import { answerWell, goodAnswer } from '../testing/stubs/stub-upstream.ts'

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

const answer = (body: object) => post(`${test.service.url}/api/v1/answer`, payer.key, body)

/** Makes a call and returns the upstream request for it. */
async function send(body: object) {
  const reply = await answer(body)
  expect(reply.status).toBe(200)
  return test.upstream.requests.at(-1)
}

describe('the response', () => {
  it('has the answer, citations, web results and billing, and nothing else', async () => {
    const reply = await answer({ query: 'What is the capital of Bolivia?' })
    expectContract('answer', reply)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({ ...goodAnswer, billing: expect.anything() })
  })

  it('costs 0.02 USD', async () => {
    const call = { path: '/api/v1/answer', body: { query: 'q' }, status: 200 }
    await expectPaid(test, payer, { ...call, costUsd: 0.02, costUnits: 200_000 })
  })

  it('drops fields that the specification does not name', async () => {
    test.upstream.handler = () => ({
      body: {
        ...goodAnswer,
        citations: [{ source: 'https://example.com/a', excerpts: ['Sucre'], score: 1 }],
        results: { web: [{ ...goodAnswer.results.web[0], favicon: 'x' }], news: [] },
        metadata: { latency: 1 },
      },
    })
    const reply = await answer({ query: 'q' })
    expectContract('answer', reply)
    expect(reply.body).toEqual({ ...goodAnswer, billing: expect.anything() })
  })

  it.each([
    ['without a title', {}],
    ['with a title that is null', { title: null }],
    ['with a blank title', { title: ' ' }],
  ])('names a web page %s by its host', async (_, title) => {
    const page = { url: 'https://www.example.com:8443/a', snippets: [] }
    test.upstream.handler = () => ({
      body: { ...goodAnswer, results: { web: [{ ...page, ...title }] } },
    })
    const { body } = await answer({ query: 'q' })
    expect(body.results.web).toEqual([{ ...page, title: 'www.example.com' }])
  })

  it.each(['2025-06-25T11:41:00', '7/29/2024 10:38:56 AM', '171 days ago'])(
    'passes on the page_age "%s" as the upstream words it',
    async page_age => {
      const page = { url: 'https://example.com/a', title: 'A', snippets: [], page_age }
      test.upstream.handler = () => ({ body: { ...goodAnswer, results: { web: [page] } } })
      const reply = await answer({ query: 'q' })
      expectContract('answer', reply)
      expect(reply.body.results.web).toEqual([page])
    },
  )

  it('leaves out an empty page_age', async () => {
    const page = { url: 'https://example.com/a', title: 'A', snippets: [] }
    test.upstream.handler = () => ({
      body: { ...goodAnswer, results: { web: [{ ...page, page_age: '' }] } },
    })
    const { body } = await answer({ query: 'q' })
    expect(body.results.web).toEqual([page])
  })

  it('has empty lists if the upstream gave none', async () => {
    test.upstream.handler = () => ({ body: { answer: 'Sucre.' } })
    const reply = await answer({ query: 'q' })
    expectContract('answer', reply)
    expect(reply.body).toMatchObject({ citations: [], results: { web: [] } })
  })
})

describe('the upstream request', () => {
  it('has the operator’s key and never the caller’s', async () => {
    const sent = await send({ query: 'q' })
    expect(sent).toMatchObject({ method: 'POST', path: '/v1/answer' })
    expect(sent?.headers['x-api-key']).toBe('upstream-key')
    expect(JSON.stringify(sent)).not.toContain(payer.key)
  })

  it.each([
    ['the query as it was written', { query: ' ¿Qué? \n' }, { query: ' ¿Qué? \n' }],
    ['safesearch moderate by default', {}, { safesearch: 'moderate' }],
    ['safesearch as asked for', { safesearch: 'off' }, { safesearch: 'off' }],
    ['a freshness word', { freshness: 'week' }, { freshness: 'week' }],
    [
      'a freshness range',
      { freshness: '2024-02-29to2024-02-29' },
      { freshness: '2024-02-29to2024-02-29' },
    ],
    ['the country in upper case', { country: 'gB' }, { country: 'GB' }],
    ['the language in upper case', { language: 'zh-Hans' }, { language: 'ZH-HANS' }],
    [
      'domains in lower case',
      { boost_domains: ['EXAMPLE.Com'] },
      { boost_domains: ['example.com'] },
    ],
    ['a trailing dot removed', { include_domains: ['a.org.'] }, { include_domains: ['a.org'] }],
    [
      'international names in punycode',
      { exclude_domains: ['Bücher.example', '例え。jp'] },
      { exclude_domains: ['xn--bcher-kva.example', 'xn--r8jz45g.jp'] },
    ],
    ['a bare suffix', { include_domains: ['GOV'] }, { include_domains: ['gov'] }],
    [
      'each domain once, in the order given',
      { include_domains: ['b.org', 'A.org', 'a.org.', 'B.ORG', 'xn--bcher-kva.de', 'bücher.de'] },
      { include_domains: ['b.org', 'a.org', 'xn--bcher-kva.de'] },
    ],
    [
      'excluded and boosted domains together',
      { exclude_domains: ['a.org'], boost_domains: ['b.org'] },
      { exclude_domains: ['a.org'], boost_domains: ['b.org'] },
    ],
    [
      'no empty list, which counts as absent also beside include_domains',
      { include_domains: ['a.org'], exclude_domains: [], boost_domains: [] },
      { include_domains: ['a.org'] },
    ],
  ])('is %s', async (_, request, expected) => {
    const sent = await send({ query: 'q', ...request })
    expect(sent?.body).toEqual({ query: 'q', safesearch: 'moderate', ...expected })
  })
})
