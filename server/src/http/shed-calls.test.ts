import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { expectError } from '../testing/scenes/expect-contract.ts'
import { expectFree } from '../testing/scenes/expect-free.ts'
import { holdCalls } from '../testing/scenes/hold-calls.ts'
import {
  get,
  post,
  send,
  startTestService,
  type TestService,
} from '../testing/scenes/test-service.ts'
import { answerWell } from '../testing/stubs/stub-upstream.ts'

const LIMIT_MS = 100
let delayMs = 0
let test: TestService
beforeAll(async () => {
  test = await startTestService(
    { FOOTNOTE_SHED_DELAY_MILLISECONDS: String(LIMIT_MS), FOOTNOTE_METRICS_PORT: '0' },
    { delayMs: () => delayMs },
  )
})
afterAll(() => test.close())
beforeEach(() => {
  delayMs = 0
  test.upstream.handler = answerWell
})

const answer = (key: string, headers?: Record<string, string>) =>
  post(`${test.service.url}/api/v1/answer`, key, { query: 'q' }, headers)

it('refuses every new call from the limit on, unread and free, and takes the same call later', async () => {
  const payer = await test.createPayer()
  const headers = { 'footnote-request-id': randomUUIDv7() }
  delayMs = LIMIT_MS
  const refused = await expectFree(test, payer, () => answer(payer.key, headers))
  expectError('SERVICE_UNAVAILABLE', refused)
  expect(refused.headers.get('retry-after')).toBe('5')
  expectError('SERVICE_UNAVAILABLE', await answer('unknown'))
  expectError(
    'SERVICE_UNAVAILABLE',
    await post(`${test.service.url}/api/v1/research`, payer.key, 'no JSON'),
  )
  expect(await (await fetch(`${test.service.metricsUrl}`)).text()).toContain(
    'footnote_shed_calls_total 3\n',
  )
  delayMs = 0
  expect((await answer(payer.key, headers)).status).toBe(200)
})

it('answers everything but new calls', async () => {
  const payer = await test.createPayer()
  const id = randomUUIDv7()
  await answer(payer.key, { 'footnote-request-id': id, prefer: 'respond-async' })
  delayMs = 10 * LIMIT_MS
  const { url } = test.service
  for (const path of ['/healthz', '/readyz']) expect((await send(url + path, {})).status).toBe(200)
  for (const path of ['/wallet', '/usage', '/research', `/calls/${id}`]) {
    expect((await get(`${url}/api/v1${path}`, payer.key)).status).toBe(200)
  }
  const stream = await fetch(`${url}/api/v1/answer`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${payer.key}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'last-event-id': `${id}:0`,
    },
    body: JSON.stringify({ query: 'q' }),
  })
  expect(stream.status).toBe(200)
  await stream.body?.cancel()
})

it('holds an account to its share from half of the limit on, and others get through', async () => {
  const [greedy, ...others] = await Promise.all(Array.from({ length: 4 }, () => test.createPayer()))
  if (!greedy) throw new Error('no payer was created')
  const { arrived, release } = holdCalls(test.upstream)
  const accepted = { prefer: 'respond-async' }
  for (let count = 0; count < 4; count += 1) {
    expect((await answer(greedy.key, accepted)).status).toBe(202)
  }
  for (const { key } of others) expect((await answer(key, accepted)).status).toBe(202)
  delayMs = LIMIT_MS / 2
  expectError('SERVICE_UNAVAILABLE', await answer(greedy.key, accepted))
  for (const { key } of others) expect((await answer(key, accepted)).status).toBe(202)
  await arrived
  release()
})
