import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Payer } from '../testing/scenes/create-payer.ts'
import { expectContract } from '../testing/scenes/expect-contract.ts'
import { expectFree } from '../testing/scenes/expect-free.ts'
import {
  get,
  post,
  type Reply,
  send,
  startTestService,
  type TestService,
} from '../testing/scenes/test-service.ts'
import { answerWell, type StubHandler } from '../testing/stubs/stub-upstream.ts'
import { auditDatabase } from '../wallet/audit.ts'

let test: TestService
let payer: Payer
beforeEach(() => start('600'))
afterEach(() => test.close())

async function start(breakerSeconds: string): Promise<void> {
  test = await startTestService({
    FOOTNOTE_BREAKER_SECONDS: breakerSeconds,
    // Long enough for ten calls at once to reach the upstream, even on a busy machine.
    FOOTNOTE_LITE_TIMEOUT_SECONDS: '2',
  })
  payer = await test.createPayer()
}

async function restart(breakerSeconds: string): Promise<void> {
  await test.close()
  await start(breakerSeconds)
}

const answer = (): Promise<Reply> =>
  post(`${test.service.url}/api/v1/answer`, payer.key, { query: 'q' })

/** The one call whose time limit is short here. */
const researchLite = (): Promise<Reply> =>
  post(`${test.service.url}/api/v1/research`, payer.key, { input: 'i', research_effort: 'lite' })

const failing: StubHandler = () => ({ status: 503, body: { detail: 'down' } })

async function fail(times: number, handler = failing, call = answer): Promise<void> {
  test.upstream.handler = handler
  const replies = await Promise.all(Array.from({ length: times }, () => call()))
  expect(replies.map(reply => reply.status)).toEqual(Array(times).fill(502))
}

async function succeed(): Promise<void> {
  test.upstream.handler = answerWell
  expect((await answer()).status).toBe(200)
}

describe('after ten failures in a row', () => {
  it.each<[string, StubHandler, () => Promise<Reply>]>([
    ['with 500', () => ({ status: 500, body: {} }), answer],
    ['with 503', failing, answer],
    ['by hanging up', () => ({ write: response => response.destroy() }), answer],
    ['by being silent', () => new Promise(() => {}), researchLite],
  ])('%s, calls are refused with 503 before any money moves', async (_, handler, call) => {
    await fail(10, handler, call)
    test.upstream.handler = answerWell
    const reply = await expectFree(test, payer, () => answer())
    expectContract('answer', reply)
    expect(reply.body.code).toBe('SERVICE_UNAVAILABLE')
    expect(reply.headers.get('retry-after')).toBe('600')
    expect(await auditDatabase(test.connection)).toEqual([])
  })

  const CALLS = [
    ['answer', { query: 'q' }],
    ['research', { input: 'i' }],
    ['research', { input: 'i', research_effort: 'deep' }],
    ['finance_research', { input: 'i' }],
  ] as const

  it('refuses every paid tool and task; free operations work', async () => {
    await fail(10)
    for (const [tool, body] of CALLS) {
      const reply = await expectFree(test, payer, () =>
        post(`${test.service.url}/api/v1/${tool}`, payer.key, body),
      )
      expectContract(tool, reply)
      expect(reply.status).toBe(503)
    }
    for (const path of ['wallet', 'usage']) {
      expect((await get(`${test.service.url}/api/v1/${path}`, payer.key)).status).toBe(200)
    }
    expect((await send(`${test.service.url}/readyz`, {})).status).toBe(200)
  })

  it('reports a low balance first', async () => {
    await fail(10)
    const pauper = await test.createPayer('0.01')
    for (const [tool, body] of CALLS) {
      const reply = await expectFree(test, pauper, () =>
        post(`${test.service.url}/api/v1/${tool}`, pauper.key, body),
      )
      expectContract(tool, reply)
      expect(reply.body).toMatchObject({ code: 'INSUFFICIENT_BALANCE', balance_usd: 0.01 })
    }
  })
})

describe('the breaker stays closed', () => {
  it('after nine failures', async () => {
    await fail(9)
    await succeed()
  })

  it('when a success comes between the failures', async () => {
    await fail(9)
    await succeed()
    await fail(9)
    await succeed()
  })

  it('however often the upstream refuses', async () => {
    await fail(12, () => ({ status: 422, body: { error: 'no' } }))
    await fail(12, () => ({ status: 401, body: { detail: 'no' } }))
    await succeed()
  })

  it('however often the upstream sends a bad reply', async () => {
    await fail(12, () => ({ body: 'no JSON' }))
    await succeed()
  })
})

describe('an open breaker', () => {
  beforeEach(() => restart('0.05'))

  it('closes by itself once the upstream is back', async () => {
    await fail(10)
    test.upstream.handler = answerWell
    await waitFor('a call to succeed', async () => (await answer()).status === 200)
    await fail(9)
    await succeed()
  })

  it('tries again while the upstream is down, and refunds each trial', async () => {
    await fail(10)
    const before = test.upstream.requests.length
    await waitFor('three trials', async () => {
      const { status } = await answer()
      expect([502, 503]).toContain(status)
      return test.upstream.requests.length >= before + 3
    })
    await waitFor('the upstream to be back', async () => {
      test.upstream.handler = answerWell
      return (await answer()).status === 200
    })
    expect(await auditDatabase(test.connection)).toEqual([])
  })
})
