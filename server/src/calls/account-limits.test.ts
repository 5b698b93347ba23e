import { connectClient } from '@footnote/mcp/testing/connect-client'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Payer } from '../testing/scenes/create-payer.ts'
import { expectError } from '../testing/scenes/expect-contract.ts'
import { expectFree } from '../testing/scenes/expect-free.ts'
import { holdCalls } from '../testing/scenes/hold-calls.ts'
import { startAnotherService } from '../testing/scenes/start-another-service.ts'
import { post, startTestService, type TestService } from '../testing/scenes/test-service.ts'
import { answerWell } from '../testing/stubs/stub-upstream.ts'
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

describe('an account at its limit of calls in flight', () => {
  it('gets 429 before any money moves, for calls and submissions, until one ends', async () => {
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

  it('does not block other accounts', async () => {
    const other = await test.createPayer()
    const held = holdCalls(test.upstream)
    const sent = test.upstream.requests.length
    const running = [answer(), answer(), answer(), answer(other)]
    await waitFor('four calls upstream', () => test.upstream.requests.length === sent + 4)
    held.release()
    for (const reply of await Promise.all(running)) expect(reply.status).toBe(200)
  })

  it('may have any number of accepted tasks', async () => {
    for (let task = 0; task < 5; task += 1) expect((await submit()).status).toBe(202)
  })

  it('gets RATE_LIMITED from the MCP tools', async () => {
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

describe('an account at its hourly refund limit', () => {
  beforeEach(async () => {
    test.upstream.handler = () => ({ status: 422, body: { error: 'no source' } })
    for (let call = 0; call < 2; call += 1) expectError('QUERY_FAILED_REFUNDED', await answer())
    test.upstream.handler = answerWell
  })

  it('gets 429 before any money moves, from every process, until the window ends', async () => {
    const another = await startAnotherService(test, LIMITS)
    for (const url of [test.service.url, another.url]) {
      const reply = await expectFree(test, payer, () => answer(payer, url))
      expectError('RATE_LIMITED', reply)
      const seconds = Number(reply.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(3_600)
      expect(reply.body.message).toContain('refunded in the past hour')
    }
    await another.stop()
    await test.database.query(
      `update wallet set refund_window_ends_at = clock_timestamp() where account_id = $1`,
      [payer.accountId],
    )
    expect((await answer()).status).toBe(200)
  })

  it('does not block other accounts', async () => {
    expect((await answer(await test.createPayer())).status).toBe(200)
  })
})

it('does not limit refunds that are not the caller’s fault', async () => {
  test.upstream.handler = () => ({ status: 401, body: { detail: 'our key' } })
  for (let call = 0; call < 4; call += 1) expectError('QUERY_FAILED_REFUNDED', await answer())
})
