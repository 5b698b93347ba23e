import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Service } from '../service.ts'
import { listenWhenRefused } from '../testing/processes/listen-when-refused.ts'
import type { Payer } from '../testing/scenes/create-payer.ts'
import { expectError } from '../testing/scenes/expect-contract.ts'
import { readLedger } from '../testing/scenes/read-ledger.ts'
import { startAnotherService } from '../testing/scenes/start-another-service.ts'
import {
  get,
  post,
  type Reply,
  startTestService,
  type TestService,
} from '../testing/scenes/test-service.ts'
import { answerWell, goodAnswer, type StubReply } from '../testing/stubs/stub-upstream.ts'
import { auditDatabase } from '../wallet/audit.ts'

let test: TestService
beforeAll(async () => {
  test = await startTestService({ FOOTNOTE_SWEEP_SECONDS: '3600' })
})
afterAll(async () => {
  expect(await auditDatabase(test.connection)).toEqual([])
  await test.close()
})

/** A service that has not met any limit yet, a payer, and a count of upstream requests. */
let service: Service
let payer: Payer
let sentBefore: number
beforeEach(async () => {
  test.upstream.handler = answerWell
  service = await startAnotherService(test, { FOOTNOTE_SWEEP_SECONDS: '3600' })
  payer = await test.createPayer()
  sentBefore = test.upstream.requests.length
})
afterEach(() => service.stop())

const sent = () => test.upstream.requests.length - sentBefore
const answer = (who = payer) => post(`${service.url}/api/v1/answer`, who.key, { query: 'x' })
const submit = () =>
  post(`${service.url}/api/v1/research`, payer.key, { input: 'x', research_effort: 'deep' })
const retrieve = (id: string) => get(`${service.url}/api/v1/research/${id}`, payer.key)
const charges = async () => (await readLedger(test.database, payer.accountId)).charges

/** The next request gets this reply, every later one a good one. */
function answerOnce(reply: StubReply): void {
  let isFirst = true
  test.upstream.handler = request => {
    if (!isFirst) return answerWell(request)
    isFirst = false
    return reply
  }
}

const tooMany = (seconds: number, body: object = {}): StubReply => ({
  status: 429,
  headers: { 'retry-after': String(seconds) },
  body,
})

describe('a call that meets an obstacle', () => {
  it('is debited once and succeeds if the second connection attempt does', async () => {
    const late = await listenWhenRefused(answerWell)
    const another = await startAnotherService({ ...test, upstream: late })
    const reply = await post(`${another.url}/api/v1/answer`, payer.key, { query: 'x' })
    expect(reply.body).toMatchObject(goodAnswer)
    expect(late.refusals()).toBe(1)
    expect(late.requests).toHaveLength(1)
    expect(await charges()).toMatchObject([{ path: 'wallet>held, held>captured' }])
    await another.stop()
    await late.close()
  })

  it('is debited once and succeeds after the pause of a rate limit', async () => {
    answerOnce(tooMany(1))
    expect((await answer()).body).toMatchObject(goodAnswer)
    expect(sent()).toBe(2)
    expect(await charges()).toMatchObject([{ path: 'wallet>held, held>captured' }])
  })

  it.each<[string, StubReply, string]>([
    ['a rate limit beyond its time', tooMany(3_600), 'upstream_refused'],
    ['a limit of spending', tooMany(1, { error: 'spend_cap_exceeded' }), 'upstream_refused'],
    [
      'a reset connection',
      { write: response => response.socket?.resetAndDestroy() },
      'upstream_unreachable',
    ],
  ])('is refunded and not sent again: %s', async (_case, reply, cause) => {
    answerOnce(reply)
    expectError('QUERY_FAILED_REFUNDED', await answer())
    expect(sent()).toBe(1)
    expect(await charges()).toMatchObject([{ path: 'wallet>held, held>wallet', cause }])
  })
})

describe('while the upstream lets nothing through', () => {
  /** Expects 503 with the time to wait, and nothing moved or sent. */
  async function expectRefused(call: () => Promise<Reply>): Promise<void> {
    const before = { charges: await charges(), sent: sent() }
    const reply = await call()
    expectError('SERVICE_UNAVAILABLE', reply)
    const seconds = Number(reply.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(3_000)
    expect(seconds).toBeLessThanOrEqual(3_600)
    expect({ charges: await charges(), sent: sent() }).toEqual(before)
  }

  const exhausted = { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '0' }
  const reset = { ...exhausted, 'x-ratelimit-reset': '3600' }

  it('after a 429, calls and submissions are refused before the debit', async () => {
    answerOnce(tooMany(3_600))
    await answer()
    await expectRefused(answer)
    await expectRefused(submit)
  })

  it('a low balance is still reported first', async () => {
    answerOnce({ body: goodAnswer, headers: reset })
    await answer()
    expectError('INSUFFICIENT_BALANCE', await answer(await test.createPayer('0.01')))
  })

  it('the remaining count after a call limits polls at once, without a request', async () => {
    const { body } = await submit()
    answerOnce({ body: goodAnswer, headers: reset })
    await answer()
    const before = sent()
    expectError('JOB_POLL_FAILED', await retrieve(body.task_id))
    expect(sent()).toBe(before)
    expect(await charges()).toMatchObject([{ state: 'held', task: 'queued' }, {}])
  })

  it('the remaining count after a poll limits calls', async () => {
    const { body } = await submit()
    answerOnce({ body: { status: 'running' }, headers: reset })
    expect((await retrieve(body.task_id)).body.status).toBe('running')
    await expectRefused(answer)
  })

  it('a spending limit does not prevent polling', async () => {
    const { body } = await submit()
    answerOnce(tooMany(3_600, { error: 'spend_cap_exceeded' }))
    expectError('QUERY_FAILED_REFUNDED', await answer())
    expect((await retrieve(body.task_id)).body.status).toBe('completed')
  })

  it('calls wait for the next window if it comes in time', async () => {
    answerOnce({
      body: goodAnswer,
      headers: { ...exhausted, 'x-ratelimit-reset': '1' },
    })
    await answer()
    const replies = await Promise.all([answer(), answer(), answer()])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(sent()).toBe(4)
  })
})
