import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Payer } from '../testing/scenes/create-payer.ts'
import { expectContract, expectError } from '../testing/scenes/expect-contract.ts'
import {
  get,
  post,
  type Reply,
  send,
  startTestService,
  type TestService,
} from '../testing/scenes/test-service.ts'

let test: TestService
let payer: Payer
beforeAll(async () => {
  test = await startTestService()
  payer = await test.createPayer()
})
afterAll(() => test.close())

const url = (path: string) => test.service.url + path
const authorization = () => ({ authorization: `Bearer ${payer.key}` })

describe('X-Request-Id', () => {
  const answer = (body: unknown) => post(url('/api/v1/answer'), payer.key, body)
  const requests: [string, number, () => Promise<Reply>][] = [
    ['a paid call', 200, () => answer({ query: 'q' })],
    [
      'a submission',
      202,
      () => post(url('/api/v1/research'), payer.key, { input: 'i', research_effort: 'deep' }),
    ],
    ['the wallet', 200, () => get(url('/api/v1/wallet'), payer.key)],
    ['the usage history', 200, () => get(url('/api/v1/usage'), payer.key)],
    ['healthz', 200, () => send(url('/healthz'), {})],
    ['readyz', 200, () => send(url('/readyz'), {})],
    ['openapi.json', 200, () => send(url('/openapi.json'), {})],
    ['400', 400, () => answer({})],
    ['401', 401, () => post(url('/api/v1/answer'), 'x', { query: 'q' })],
    ['404', 404, () => send(url('/api/v1/nothing'), {})],
    ['404 of a task', 404, () => get(url(`/api/v1/research/${randomUUIDv7()}`), payer.key)],
    ['404 of a broken URL', 404, () => send(url('/api/v1/research/%zz'), {})],
    ['405', 405, () => send(url('/api/v1/answer'), {})],
    ['413', 413, () => answer(' '.repeat(180_001))],
    ['413 of a query', 413, () => answer({ query: 'a'.repeat(401) })],
  ]

  it.each(requests)('is on the response to %s', async (_, status, request) => {
    const reply = await request()
    expect(reply.status).toBe(status)
    expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('is new for each request, and never the caller’s', async () => {
    const given = randomUUIDv7()
    const replies = await Promise.all(
      [1, 2, 3].map(() => send(url('/healthz'), { headers: { 'x-request-id': given } })),
    )
    const ids = new Set([given, ...replies.map(reply => reply.headers.get('x-request-id'))])
    expect(ids.size).toBe(4)
  })

  it('is the id of the charge and of its line in the usage history', async () => {
    const reply = await answer({ query: 'q' })
    const id = reply.headers.get('x-request-id')
    expect(reply.body.billing.request_id).toBe(id)
    const usage = await get(url('/api/v1/usage'), payer.key)
    expect(usage.body.calls[0].request_id).toBe(id)
  })
})

describe('an unknown path', () => {
  it.each([
    '/api',
    '/api/v1',
    '/api/v1/',
    '/api/v2/answer',
    '/api/v1/answers',
    '/api/v1/answer/',
    '/api/v1/Answer',
    '/API/v1/answer',
    '/api/v1//answer',
    '/api/v1/research/a/b',
    '/nothing',
    '/..%2fapi/v1/wallet',
  ])('%s is 404 for every method, with or without a key', async path => {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
      const headers = authorization()
      expectError('NOT_FOUND', await send(url(path), { method, headers }))
      expectError('NOT_FOUND', await send(url(path), { method }))
    }
  })
})

describe('a wrong method', () => {
  it.each([
    ['/api/v1/answer', 'POST'],
    ['/api/v1/research', 'GET, HEAD, POST'],
    ['/api/v1/finance_research', 'POST'],
    [`/api/v1/research/${randomUUIDv7()}`, 'DELETE, GET, HEAD'],
    [`/api/v1/calls/${randomUUIDv7()}`, 'DELETE, GET, HEAD'],
    [`/api/v1/research/${randomUUIDv7()}/events`, 'GET, HEAD'],
    ['/api/v1/usage', 'GET, HEAD'],
    ['/api/v1/wallet', 'GET, HEAD'],
    ['/healthz', 'GET, HEAD'],
    ['/readyz', 'GET, HEAD'],
  ])('on %s is 405 with Allow: %s', async (path, allowed) => {
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY']
    for (const method of others.filter(other => !allowed.split(', ').includes(other))) {
      const reply = await send(url(path), { method })
      expectError('METHOD_NOT_ALLOWED', reply)
      expect(reply.headers.get('allow')).toBe(allowed)
    }
  })

  it('is OPTIONS too, so that no other origin can call the API from a browser', async () => {
    const reply = await send(url('/api/v1/answer'), {
      method: 'OPTIONS',
      headers: { origin: 'https://example.com', 'access-control-request-method': 'POST' },
    })
    expectError('METHOD_NOT_ALLOWED', reply)
    expect([...reply.headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([])
  })

  it('is HEAD on a POST path, without a body', async () => {
    const reply = await send(url('/api/v1/answer'), { method: 'HEAD' })
    expect(reply).toMatchObject({ status: 405, body: undefined })
    expect(reply.headers.get('allow')).toBe('POST')
  })
})

describe('HEAD', () => {
  it.each(['/api/v1/wallet', '/api/v1/usage', '/healthz', '/readyz', '/openapi.json'])(
    'on %s is GET without a body',
    async path => {
      const headers = authorization()
      const [head, whole] = await Promise.all(
        ['HEAD', 'GET'].map(method => send(url(path), { method, headers })),
      )
      expect(head).toMatchObject({ status: 200, body: undefined })
      for (const name of ['content-type', 'content-length', 'cache-control']) {
        expect(head?.headers.get(name)).toBe(whole?.headers.get(name))
      }
    },
  )

  it('requires the key like GET', async () => {
    expect((await send(url('/api/v1/wallet'), { method: 'HEAD' })).status).toBe(401)
  })
})

describe('health', () => {
  it.each(['healthz', 'readyz'] as const)('%s is open to all and says ok', async name => {
    const reply = await send(url(`/${name}`), {})
    expectContract(name, reply)
    expect(reply).toMatchObject({ status: 200, body: { status: 'ok' } })
  })
})

it('no reply with account data may be cached', async () => {
  for (const path of ['wallet', 'usage', 'nothing']) {
    const reply = await get(url(`/api/v1/${path}`), payer.key)
    expect(reply.headers.get('cache-control')).toBe('no-store')
  }
})

describe('an invalid task id', () => {
  it.each([
    ['a word', 'abc'],
    ['a number', '1'],
    ['nothing', ''],
    ['a quote', "'; drop table task; --"],
    ['a NUL', '\0'],
    ['braces', '{01a1dd98-b89f-7b77-a7e0-7050902f16e2}'],
    ['a UUID without hyphens', '01a1dd98b89f7b77a7e07050902f16e2'],
    ['other letters', 'é😀'],
    ['200 characters', 'a'.repeat(200)],
    ['15,000 characters', 'a'.repeat(15_000)],
  ])('is not found: %s', async (_, id) => {
    const reply = await get(url(`/api/v1/research/${encodeURIComponent(id)}`), payer.key)
    expectContract('retrieve_task', reply)
    expect(reply.body.code).toBe('JOB_NOT_FOUND')
  })

  it('includes an id in upper case: a task has one spelling', async () => {
    const body = { input: 'i', research_effort: 'deep' }
    const { task_id } = (await post(url('/api/v1/research'), payer.key, body)).body
    const reply = await get(url(`/api/v1/research/${task_id.toUpperCase()}`), payer.key)
    expectError('JOB_NOT_FOUND', reply)
    const found = await get(url(`/api/v1/research/${task_id}`), payer.key)
    expectContract('retrieve_task', found)
    expect(found.status).toBe(200)
  })

  it('is checked after the key', async () => {
    expectError('INVALID_API_KEY', await get(url('/api/v1/research/abc'), 'x'))
  })
})
