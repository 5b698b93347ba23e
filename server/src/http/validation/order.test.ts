import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeKey } from '../../keys/key-format.ts'
import type { Payer } from '../../testing/scenes/create-payer.ts'
import { expectError } from '../../testing/scenes/expect-contract.ts'
import { expectFree } from '../../testing/scenes/expect-free.ts'
import { startValidation, type Validation } from '../../testing/scenes/start-validation.ts'
import { post, send } from '../../testing/scenes/test-service.ts'

let check: Validation
let pauper: Payer
beforeAll(async () => {
  check = await startValidation()
  pauper = await check.test.createPayer('0.0199999')
})
afterAll(() => check.test.close())

const OVERSIZED = ' '.repeat(180_001)
const url = (path: string) => `${check.test.service.url}${path}`
const expectUnpaid = (request: () => ReturnType<typeof post>) =>
  expectFree(check.test, pauper, request)

describe('each check comes before the next, whatever else is wrong', () => {
  it.each([
    ['an unknown path', 'POST', '/api/v1/nothing', 'NOT_FOUND'],
    ['a wrong method', 'PUT', '/api/v1/answer', 'METHOD_NOT_ALLOWED'],
  ] as const)('%s before key, size and body', async (_, method, path, code) => {
    for (const body of [OVERSIZED, '{']) {
      for (const headers of [{}, { 'content-type': 'garbage', 'content-encoding': 'gzip' }]) {
        const reply = await expectUnpaid(() => send(url(path), { method, headers, body }))
        expectError(code, reply)
      }
    }
  })

  it.each([
    ['an oversized body', OVERSIZED],
    ['an overlong query', { query: 'a'.repeat(401) }],
    ['a malformed body', '{'],
    ['an unknown field', { query: 'q', x: 1 }],
    ['a good body', { query: 'q' }],
  ])('the key before %s', async (_, body) => {
    const reply = await expectUnpaid(() => post(url('/api/v1/answer'), makeKey(), body))
    expectError('INVALID_API_KEY', reply)
  })

  it.each([
    ['syntax', { 'content-type': 'application/json' }],
    ['type', { 'content-type': 'text/plain' }],
    ['a type that is none', { 'content-type': 'garbage' }],
    ['compression', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
  ])('the size before %s', async (_, headers) => {
    const authorization = `Bearer ${pauper.key}`
    const reply = await expectUnpaid(() =>
      send(url('/api/v1/answer'), {
        method: 'POST',
        headers: { ...headers, authorization },
        body: `{${OVERSIZED}`,
      }),
    )
    expectError('QUERY_TOO_LONG', reply)
  })

  it('the length of the text before every other problem, however many there are', async () => {
    const faults = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`x${index}`, 1]))
    const body = { ...faults, query: ' '.repeat(401), country: 'XX' }
    const reply = await expectUnpaid(() => post(url('/api/v1/answer'), pauper.key, body))
    expectError('QUERY_TOO_LONG', reply)
  })

  it.each([
    ['malformed JSON', '/api/v1/answer', '{'],
    ['an unknown field', '/api/v1/answer', { query: 'q', x: 1 }],
    [
      'a schema with lite',
      '/api/v1/research',
      { input: 'i', research_effort: 'lite', output_schema: {} },
    ],
  ])('%s before the balance', async (_, path, body) => {
    expectError('INVALID_REQUEST', await expectUnpaid(() => post(url(path), pauper.key, body)))
  })

  it.each([
    ['/api/v1/answer', { query: 'q' }, 0.02],
    ['/api/v1/research', { input: 'i' }, 0.15],
    ['/api/v1/research', { input: 'i', research_effort: 'frontier' }, 3.6],
    ['/api/v1/finance_research', { input: 'i' }, 0.35],
  ])('the balance before the upstream: %s %j', async (path, body, required_usd) => {
    const reply = await expectUnpaid(() => post(url(path), pauper.key, body))
    expectError('INSUFFICIENT_BALANCE', reply)
    expect(reply.body).toMatchObject({ required_usd, balance_usd: 0.0199999 })
  })
})

it('a balance of exactly the price is enough, and leaves nothing', async () => {
  const { key } = await check.test.createPayer('0.02')
  const first = await post(url('/api/v1/answer'), key, { query: 'q' })
  expect(first).toMatchObject({ status: 200, body: { billing: { balance_usd: 0 } } })
  const second = await post(url('/api/v1/answer'), key, { query: 'q' })
  expectError('INSUFFICIENT_BALANCE', second)
  expect(second.body).toMatchObject({ required_usd: 0.02, balance_usd: 0 })
})
