import { errors } from '@footnote/contract/errors'
import { refundCauses } from '@footnote/contract/refund-causes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectContract } from '../testing/scenes/expect-contract.ts'
import { expectRefunded } from '../testing/scenes/expect-refunded.ts'
import { post, startTestService, type TestService } from '../testing/scenes/test-service.ts'
import {
  answerWell,
  goodAnswer,
  goodResearch,
  type StubReply,
} from '../testing/stubs/stub-upstream.ts'
import { auditDatabase } from '../wallet/audit.ts'

let test: TestService
beforeAll(async () => {
  test = await startTestService()
})
beforeEach(() => {
  test.upstream.handler = answerWell
})
afterAll(() => test.close())

const TOOLS = [
  ['answer', { query: 'a secret question' }, 200_000],
  ['research', { input: 'a secret question' }, 1_500_000],
  ['finance_research', { input: 'a secret question' }, 3_500_000],
] as const
const SCHEMA = { type: 'object', additionalProperties: false }
const { output } = goodResearch

const failures: [string, StubReply][] = [
  ['refuses with 400', { status: 400, body: { detail: 'bad' } }],
  ['refuses our key with 401', { status: 401, body: { detail: 'Invalid API key' } }],
  ['is out of credit with 402', { status: 402, body: { error: 'limit', limit: 1, used: 1 } }],
  ['forbids with 403', { status: 403, body: { detail: 'no' } }],
  ['knows no such path with 404', { status: 404, body: { detail: 'Not Found' } }],
  ['refuses with 422 and an error', { status: 422, body: { error: 'a secret question' } }],
  [
    'refuses with 422 and what it was sent',
    {
      status: 422,
      body: { detail: [{ type: 't', loc: ['body'], msg: 'm', input: 'a secret question' }] },
    },
  ],
  [
    'refuses with 422 and a list of errors',
    { status: 422, body: { errors: [{ status: 422, code: 'c', title: 'a secret question' }] } },
  ],
  [
    'has reached its spend cap with 429',
    { status: 429, headers: { 'retry-after': '3600' }, body: { error: 'spend_cap_exceeded' } },
  ],
  ['redirects', { status: 302, headers: { location: '/v1/elsewhere' }, body: '' }],
  ['fails with 500', { status: 500, body: { detail: 'a secret question' } }],
  ['fails with 503', { status: 503, body: 'down' }],
  ['hangs up before it answers', { write: response => response.destroy() }],
  [
    'hangs up in the middle of its answer',
    {
      write: response => {
        response.writeHead(200, { 'content-length': '1000' })
        response.write('{"answer":"Su', () => response.destroy())
      },
    },
  ],
  ['answers with nothing', { body: '' }],
  ['answers 204', { status: 204, body: '' }],
  ['answers with no JSON', { body: '<html>a secret question</html>' }],
  ['answers null', { body: 'null' }],
  ['answers with a list', { body: [goodAnswer] }],
  ['answers with an empty object', { body: {} }],
  ['answers with another shape', { body: { result: 'Sucre' } }],
  ['answers 200 with an error alone', { body: { error: 'a secret question' } }],
  [
    'answers 200 with an error beside a good body',
    { body: { ...goodAnswer, ...goodResearch, error: { message: 'late' } } },
  ],
]

describe.each(TOOLS)('%s is refunded once', (tool, body, units) => {
  it.each(failures)('when the upstream %s', async (_, reply) => {
    test.upstream.handler = () => reply
    const payer = await test.createPayer()
    const refused = await post(`${test.service.url}/api/v1/${tool}`, payer.key, body)
    await expectRefunded(test, payer, { tool, reply: refused, units })
    expect(JSON.stringify(refused.body)).not.toContain('secret')
  })
})

describe.each(TOOLS)('a failed %s reports whether to retry the same request', (tool, body) => {
  const ask = async (status: number, more = {}) => {
    const refusal = { error: 'a secret question', detail: 'a secret question', ...more }
    test.upstream.handler = () => ({ status, body: refusal })
    const { key } = await test.createPayer()
    return (await post(`${test.service.url}/api/v1/${tool}`, key, body)).body.message
  }

  it.each([400, 413, 422])('no, after %d', async status => {
    expect(await ask(status)).toBe(refundCauses.request_refused.message)
  })

  it.each([401, 402, 404, 424, 500, 503])('yes, after %d', async status => {
    expect(await ask(status)).toBe(errors.QUERY_FAILED_REFUNDED.message)
  })

  it.each([422, 424, 504])('as the reason code says, after %d', async status => {
    const reason = 'no_source'
    expect(await ask(status, { reason })).toBe(refundCauses.no_source.message)
  })

  it.each([
    'a secret question',
    'constructor',
    'internal_fault',
    ['no_source'],
    { code: 'no_source' },
    7,
    null,
  ])('without repeating a reason that is not a code for callers: %j', async reason => {
    expect(await ask(422, { reason })).toBe(refundCauses.request_refused.message)
  })
})

describe('answer is refunded once when the upstream’s', () => {
  it.each([
    ['answer is empty', { answer: '' }],
    ['answer is blank', { answer: ' \u3000\n' }],
    ['answer is no text', { answer: 42 }],
    ['answer is missing', { answer: undefined }],
    ['citations are no list', { citations: 'https://example.com' }],
    ['citation has no source', { citations: [{ excerpts: ['Sucre'] }] }],
    ['citation is no object', { citations: ['https://example.com'] }],
    ['web results are no list', { results: { web: {} } }],
    ['web result has no URL', { results: { web: [{ title: 'A', snippets: [] }] } }],
  ])('%s', async (_, change) => {
    test.upstream.handler = () => ({ body: { ...goodAnswer, ...change } })
    const payer = await test.createPayer()
    const reply = await post(`${test.service.url}/api/v1/answer`, payer.key, { query: 'q' })
    await expectRefunded(test, payer, { tool: 'answer', reply, units: 200_000 })
  })
})

describe('research is refunded once when', () => {
  it.each([
    ['the report is empty', {}, { ...output, content: '' }],
    ['the report is blank', {}, { ...output, content: '\u2028 ' }],
    ['the report is missing', {}, { sources: [] }],
    ['the report is a number', {}, { ...output, content: 1 }],
    ['there is no output', {}, null],
    ['the output is a text', {}, 'A report'],
    ['an object comes without a schema', {}, { ...output, content: { a: 1 } }],
    ['the sources are no list', {}, { ...output, sources: {} }],
    ['a source has no URL', {}, { ...output, sources: [{ title: 'A' }] }],
    ['a text comes where a schema was given', { output_schema: SCHEMA }, output],
    [
      'a text of JSON comes where a schema was given',
      { output_schema: SCHEMA },
      { ...output, content: '{}' },
    ],
    [
      'a list comes where a schema was given',
      { output_schema: SCHEMA },
      { ...output, content: [] },
    ],
    [
      'null comes where a schema was given',
      { output_schema: SCHEMA },
      { ...output, content: null },
    ],
  ])('%s', async (_, change, wrong) => {
    test.upstream.handler = () => ({ body: { output: wrong } })
    const payer = await test.createPayer()
    const body = { input: 'i', ...change }
    const reply = await post(`${test.service.url}/api/v1/research`, payer.key, body)
    await expectRefunded(test, payer, { tool: 'research', reply, units: 1_500_000 })
  })

  it('only the upstream can check its schema, and refuses it', async () => {
    test.upstream.handler = () => ({ status: 422, body: { error: 'schema too deep' } })
    const payer = await test.createPayer()
    const body = { input: 'i', output_schema: SCHEMA }
    const reply = await post(`${test.service.url}/api/v1/research`, payer.key, body)
    await expectRefunded(test, payer, { tool: 'research', reply, units: 1_500_000 })
  })
})

describe.each(TOOLS)('%s is not refunded', (tool, body) => {
  it.each([null, '', false])('for an error of %j beside a good body', async error => {
    test.upstream.handler = () => ({ body: { ...goodAnswer, ...goodResearch, error } })
    const { key } = await test.createPayer()
    const reply = await post(`${test.service.url}/api/v1/${tool}`, key, body)
    expect(reply.status).toBe(200)
    expectContract(tool, reply)
  })

  it.each([201, 202, 206])('for a good body with status %d', async status => {
    test.upstream.handler = () => ({ status, body: { ...goodAnswer, ...goodResearch } })
    const { key } = await test.createPayer()
    expect((await post(`${test.service.url}/api/v1/${tool}`, key, body)).status).toBe(200)
  })
})

it('leaves the books right after all that', async () => {
  expect(await auditDatabase(test.connection)).toEqual([])
})
