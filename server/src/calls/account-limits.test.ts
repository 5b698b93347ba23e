import { connectClient } from '@footnote/mcp/testing/connect-client'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Payer } from '../testing/create-payer.ts'
import { expectError } from '../testing/expect-contract.ts'
import { expectFree } from '../testing/expect-free.ts'
import { holdCalls } from '../testing/hold-calls.ts'
import { startAnotherService } from '../testing/start-another-service.ts'
import { answerWell } from '../testing/stub-upstream.ts'
import { post, startTestService, type TestService } from '../testing/test-service.ts'
import { auditDatabase } from '../wallet/audit.ts'

const LIMITS = { FOOTNOTE_ACCOUNT_CALLS: '3', FOOTNOTE_ACCOUNT_REFUNDS_PER_HOUR: '2' }

let test: TestService
let payer: Payer
beforeAll(async () => {
  test = await startTestService(LIMITS)
})
beforeEach(async () => {
  test.upstream.handler = answerWell
  payer = await test.createPayer()
})
afterEach(async () => expect(await auditDatabase(test.connection)).toEqual([]))
afterAll(() => test.close())

const answer = (who = payer, url = test.service.url) =>
  post(`${url}/api/v1/answer`, who.key, { query: 'q' })
const submit = () =>
  post(`${test.service.url}/api/v1/research`, payer.key, { input: 'i', research_effort: 'deep' })

describe('an account with as many calls in flight as it may have', () => {
  it('gets 429 before any money moves, for calls and submissions, until one has ended', async () => {
    const held = holdCalls(test.upstream)
    const sent = test.upstream.requests.length
    const running = [answer(), answer(), submit()]
    await waitFor('three calls upstream', () => test.upstream.requests.length === sent + 3)
    for (const call of [answer, submit]) {
      const reply = await expectFree(test, payer, () => call())
      expectError('RATE_LIMITED', reply)
      expect(reply.body.message).toContain('3 calls running')
      expect(reply.headers.get('retry-after')).toBe('5')
    }
    held.release()
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200, 202])
    expect((await answer()).status).toBe(200)
  })

  it('keeps no other account from calling', async () => {
    const other = await test.createPayer()
    const held = holdCalls(test.upstream)
    const sent = test.upstream.requests.length
    const running = [answer(), answer(), answer(), answer(other)]
    await waitFor('four calls upstream', () => test.upstream.requests.length === sent + 4)
    held.release()
    for (const reply of await Promise.all(running)) expect(reply.status).toBe(200)
  })

  it('may have any number of tasks that were accepted', async () => {
    for (let task = 0; task < 5; task += 1) expect((await submit()).status).toBe(202)
  })

  it('is told so by the tools for agents', async () => {
    const client = await connectClient(test.service.url, { key: payer.key, isModern: true })
    const held = holdCalls(test.upstream)
    const sent = test.upstream.requests.length
    const running = [answer(), answer(), answer()]
    await waitFor('three calls upstream', () => test.upstream.requests.length === sent + 3)
    const result = await client.callTool({ name: 'answer', arguments: { query: 'q' } })
    expect(result.isError).toBe(true)
    expect(result.content).toMatchObject([{ text: expect.stringMatching(/^RATE_LIMITED: /) }])
    held.release()
    await Promise.all(running)
  })
})

describe('an account with as many refunds within an hour as it may have', () => {
  beforeEach(async () => {
    test.upstream.handler = () => ({ status: 422, body: { error: 'no source' } })
    for (let call = 0; call < 2; call += 1) expectError('QUERY_FAILED_REFUNDED', await answer())
    test.upstream.handler = answerWell
  })

  it('gets 429 before any money moves, at every process, until the window ends', async () => {
    const another = await startAnotherService(test, LIMITS)
    for (const url of [test.service.url, another.url]) {
      const reply = await expectFree(test, payer, () => answer(payer, url))
      expectError('RATE_LIMITED', reply)
      const seconds = Number(reply.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(3_600)
      expect(reply.body.message).toContain('refunded within an hour')
    }
    await another.stop()
    await test.database.query(
      `update wallet set refund_window_ends_at = clock_timestamp() where account_id = $1`,
      [payer.accountId],
    )
    expect((await answer()).status).toBe(200)
  })

  it('keeps no other account from calling', async () => {
    expect((await answer(await test.createPayer())).status).toBe(200)
  })
})

it('refunds that are no fault of the caller are without limit', async () => {
  test.upstream.handler = () => ({ status: 401, body: { detail: 'our key' } })
  for (let call = 0; call < 4; call += 1) expectError('QUERY_FAILED_REFUNDED', await answer())
})
