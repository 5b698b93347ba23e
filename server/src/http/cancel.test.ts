import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Payer } from '../testing/scenes/create-payer.ts'
import { expectContract } from '../testing/scenes/expect-contract.ts'
import { captured, readLedger, refunded } from '../testing/scenes/read-ledger.ts'
import { startAnotherService } from '../testing/scenes/start-another-service.ts'
import {
  get,
  post,
  send,
  startTestService,
  type TestService,
} from '../testing/scenes/test-service.ts'
import {
  answerWell,
  goodAnswer,
  type StubReply,
  type StubRequest,
} from '../testing/stubs/stub-upstream.ts'
import { auditDatabase } from '../wallet/audit.ts'

let test: TestService
let payer: Payer
beforeAll(async () => {
  test = await startTestService({ FOOTNOTE_POLL_TIMEOUT_SECONDS: '2' })
})
beforeEach(async () => {
  test.upstream.handler = answerWell
  payer = await test.createPayer()
})
afterEach(async () => {
  expect(await auditDatabase(test.connection)).toEqual([])
})
afterAll(() => test.close())

const CANCELLED = { status: 409, body: { detail: 'x', reason: 'cancelled' } }
const stopped: StubReply = { body: { status: 'cancelled' } }
const noCancel: StubReply = { status: 404, body: { detail: 'Not Found' } }

/** An upstream whose call ends when it is cancelled, or when it is released. */
function cancellable(onCancel: () => StubReply, reply: StubReply = CANCELLED) {
  const arrived = Promise.withResolvers<StubRequest>()
  const end = Promise.withResolvers<StubReply>()
  test.upstream.handler = async request => {
    if (request.method === 'DELETE') {
      const answer = onCancel()
      if (answer === stopped) end.resolve(reply)
      return answer
    }
    if (request.method !== 'POST') return answerWell(request)
    arrived.resolve(request)
    return end.promise
  }
  return { arrived: arrived.promise, release: () => end.resolve({ body: goodAnswer }) }
}

const answer = () =>
  post(`${test.service.url}/api/v1/answer`, payer.key, { query: 'q' }, { prefer: 'respond-async' })
const remove = (path: string, url = test.service.url) =>
  send(`${url}${path}`, { method: 'DELETE', headers: { authorization: `Bearer ${payer.key}` } })
const charges = async () => (await readLedger(test.database, payer.accountId)).charges
const cancelledCharge = { ...refunded, cause: 'cancelled' }

describe('a call that is cancelled', () => {
  it('is refunded if the upstream confirms that it stopped', async () => {
    const upstream = cancellable(() => stopped)
    const { request_id: id } = (await answer()).body
    const { headers } = await upstream.arrived
    const reply = await remove(`/api/v1/calls/${id}`)
    expectContract('cancel_call', reply)
    expect(reply.body).toMatchObject({ status: 'failed', billing: { balance_usd: 10 } })
    expect(test.upstream.requests.at(-1)?.path).toBe(`/v1/calls/${headers['footnote-call']}`)
    expect(await charges()).toMatchObject([cancelledCharge])
    expect(await remove(`/api/v1/calls/${id}`)).toMatchObject({ status: 200 })
  })

  it('tells a caller who waits for it', async () => {
    const upstream = cancellable(() => stopped)
    const id = '7c1dbe7e-8a0c-4f27-9f6a-6f1f0b8a1b11'
    const headers = { 'footnote-request-id': id }
    const url = `${test.service.url}/api/v1/answer`
    const call = post(url, payer.key, { query: 'q' }, headers)
    await upstream.arrived
    await remove(`/api/v1/calls/${id}`)
    const reply = await call
    expectContract('answer', reply)
    expect(reply.body).toMatchObject({ message: expect.stringContaining('cancelled') })
  })

  it('goes on and stays charged if the upstream cannot cancel', async () => {
    const upstream = cancellable(() => noCancel)
    const { request_id: id } = (await answer()).body
    await upstream.arrived
    const reply = await remove(`/api/v1/calls/${id}`)
    expectContract('cancel_call', reply)
    expect(reply.body.code).toBe('CANNOT_CANCEL')
    upstream.release()
    await waitFor('the capture', async () => (await charges())[0]?.state === 'captured')
    expect(await get(`${test.service.url}/api/v1/calls/${id}`, payer.key)).toMatchObject({
      body: { status: 'completed', result: goodAnswer },
    })
  })

  it('stays charged if its result came first', async () => {
    const upstream = cancellable(() => stopped, { body: goodAnswer })
    const { request_id: id } = (await answer()).body
    await upstream.arrived
    const reply = await remove(`/api/v1/calls/${id}`)
    expectContract('cancel_call', reply)
    expect(reply.body).toMatchObject({ code: 'CANNOT_CANCEL' })
    expect(await charges()).toMatchObject([captured])
    expect(await remove(`/api/v1/calls/${id}`)).toMatchObject({ status: 409 })
  })

  it('is left alone if the upstream does not reply', async () => {
    const upstream = cancellable(() => ({ write: response => response.destroy() }))
    const { request_id: id } = (await answer()).body
    await upstream.arrived
    const reply = await remove(`/api/v1/calls/${id}`)
    expectContract('cancel_call', reply)
    expect(reply.body.code).toBe('JOB_POLL_FAILED')
    expect(await charges()).toMatchObject([{ state: 'held' }])
    upstream.release()
    await waitFor('the capture', async () => (await charges())[0]?.state === 'captured')
  })

  it('is refunded once if it is cancelled many times at once', async () => {
    const upstream = cancellable(() => stopped)
    const { request_id: id } = (await answer()).body
    await upstream.arrived
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => remove(`/api/v1/calls/${id}`)),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await charges()).toMatchObject([cancelledCharge])
  })

  it('on another instance is cancelled there, or later', async () => {
    const second = await startAnotherService(test)
    const upstream = cancellable(() => stopped)
    const { request_id: id } = (await answer()).body
    await upstream.arrived
    const later = await remove(`/api/v1/calls/${id}`, second.url)
    expectContract('cancel_call', later)
    expect(later.body.code).toBe('JOB_POLL_FAILED')
    const owner = `(select instance_id from open_charge where account_id = '${payer.accountId}')`
    const reply = await waitFor('the other instance', async () => {
      await test.database.query(`update instance set url = $1 where id = ${owner}`, [
        test.service.url,
      ])
      const reply = await remove(`/api/v1/calls/${id}`, second.url)
      return reply.status === 200 && reply
    })
    expectContract('cancel_call', reply)
    expect(await charges()).toMatchObject([cancelledCharge])
    await second.stop()
  })

  it('of another account is not found', async () => {
    const upstream = cancellable(() => stopped)
    const { request_id: id } = (await answer()).body
    await upstream.arrived
    const stranger = await test.createPayer()
    const reply = await send(`${test.service.url}/api/v1/calls/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${stranger.key}` },
    })
    expect(reply).toMatchObject({ status: 404, body: { code: 'JOB_NOT_FOUND' } })
    upstream.release()
  })
})

describe('a task that is cancelled', () => {
  const submit = async () =>
    (await post(`${test.service.url}/api/v1/research`, payer.key, { input: 'i', background: true }))
      .body.task_id as string
  /** An upstream whose task runs until it is cancelled. */
  const runUntil = (onCancel: () => StubReply) => {
    test.upstream.handler = request => {
      if (request.method === 'DELETE') return onCancel()
      if (request.method === 'POST' || request.path.endsWith('/stream')) return answerWell(request)
      return { body: { task_id: 'remote-1', status: 'running', result: null } }
    }
  }

  it.each([
    ['cancel_task', '/api/v1/research/'],
    ['cancel_call', '/api/v1/calls/'],
  ] as const)('is refunded if the upstream confirms it: %s', async (name, path) => {
    runUntil(() => stopped)
    const id = await submit()
    const reply = await remove(path + id)
    expectContract(name, reply)
    expect(reply.body).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('cancelled'),
    })
    expect(test.upstream.requests.at(-1)?.path).toBe('/v1/research/remote-1')
    expect(await charges()).toMatchObject([{ ...cancelledCharge, task: 'failed' }])
    expect(await remove(path + id)).toMatchObject({ status: 200, body: { status: 'failed' } })
  })

  it('goes on and stays charged if the upstream cannot cancel', async () => {
    runUntil(() => noCancel)
    const id = await submit()
    const reply = await remove(`/api/v1/research/${id}`)
    expectContract('cancel_task', reply)
    expect(reply.body.code).toBe('CANNOT_CANCEL')
    expect(await charges()).toMatchObject([{ state: 'held', task: 'queued' }])
  })

  it('stays paid if its result was fetched', async () => {
    const id = await submit()
    await get(`${test.service.url}/api/v1/research/${id}`, payer.key)
    const reply = await remove(`/api/v1/research/${id}`)
    expectContract('cancel_task', reply)
    expect(reply.body.code).toBe('CANNOT_CANCEL')
    expect(await charges()).toMatchObject([{ ...captured, task: 'completed' }])
  })

  it('has one outcome if a poll finds it cancelled at the same time', async () => {
    runUntil(() => stopped)
    const id = await submit()
    const cancelled = test.upstream.handler
    test.upstream.handler = request =>
      request.method === 'GET' && !request.path.endsWith('/stream')
        ? { body: { task_id: 'remote-1', status: 'failed', error: 'x', reason: 'cancelled' } }
        : cancelled(request)
    const url = `${test.service.url}/api/v1/research/${id}`
    const replies = await Promise.all([remove(`/api/v1/research/${id}`), get(url, payer.key)])
    for (const { body } of replies) expect(body.message).toContain('cancelled')
    expect(await charges()).toMatchObject([cancelledCharge])
  })
})
