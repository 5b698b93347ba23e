import { randomUUID } from 'node:crypto'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Service } from '../service.ts'
import type { Payer } from '../testing/scenes/create-payer.ts'
import { expectContract } from '../testing/scenes/expect-contract.ts'
import { expectFree } from '../testing/scenes/expect-free.ts'
import { holdCalls } from '../testing/scenes/hold-calls.ts'
import { captured, readLedger, refunded } from '../testing/scenes/read-ledger.ts'
import { startAnotherService } from '../testing/scenes/start-another-service.ts'
import {
  post,
  type Reply,
  send,
  startTestService,
  type TestService,
} from '../testing/scenes/test-service.ts'
import { relayInstance } from '../testing/stubs/relay-instance.ts'
import { answerWell, goodAnswer, goodResearch } from '../testing/stubs/stub-upstream.ts'
import { auditDatabase } from '../wallet/audit.ts'

let test: TestService
let payer: Payer
beforeAll(async () => {
  test = await startTestService()
})
beforeEach(async () => {
  test.upstream.handler = answerWell
  payer = await test.createPayer()
})
afterEach(async () => {
  expect(await auditDatabase(test.connection)).toEqual([])
})
afterAll(() => test.close())

const answer = (headers: Record<string, string> = {}, { url }: Service = test.service) =>
  post(`${url}/api/v1/answer`, payer.key, { query: 'q' }, headers)
const retrieve = (
  id: string,
  { url }: Service = test.service,
  { key = payer.key, ...init }: RequestInit & { key?: string } = {},
) =>
  send(`${url}/api/v1/calls/${id}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, ...init.headers },
  })
const ledger = () => readLedger(test.database, payer.accountId)
/** Whether the service still waits for somebody to fetch the result. */
const isOpen = async () => {
  const { rowCount } = await test.database.query('select from open_charge where account_id = $1', [
    payer.accountId,
  ])
  return rowCount !== 0
}

/** Starts an answer, hangs up while the upstream works, and lets the upstream finish. */
async function hangUp(id: string): Promise<void> {
  const held = holdCalls(test.upstream)
  const caller = new AbortController()
  const call = fetch(`${test.service.url}/api/v1/answer`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${payer.key}`,
      'content-type': 'application/json',
      'footnote-request-id': id,
    },
    body: JSON.stringify({ query: 'q' }),
    signal: caller.signal,
  })
  await held.arrived
  expect(await retrieve(id)).toMatchObject({
    status: 200,
    body: { request_id: id, status: 'running', billing: { request_id: id, cost_usd: 0.02 } },
  })
  caller.abort()
  await expect(call).rejects.toThrow()
  await fetch(`${test.service.url}/healthz`)
  held.release()
  await waitFor('the capture', async () => (await ledger()).charges[0]?.state === 'captured')
}

const completed = (id: string) => ({
  request_id: id,
  status: 'completed',
  result: goodAnswer,
  billing: { request_id: id, cost_usd: 0.02, cost_units: 200_000, balance_usd: 9.98 },
})

describe('a call', () => {
  it('can be retrieved after its reply, as often as wanted, and free', async () => {
    const id = (await answer()).body.billing.request_id
    const reply = await expectFree(test, payer, () => retrieve(id))
    expectContract('retrieve_call', reply)
    expect(reply.body).toEqual(completed(id))
    expect(await retrieve(id.toUpperCase())).toMatchObject({ body: { status: 'completed' } })
  })

  it('can be retrieved by another key of the account, and by no other account', async () => {
    const id = (await answer()).body.billing.request_id
    const stranger = await test.createPayer()
    const reply = await retrieve(id, test.service, { key: stranger.key })
    expectContract('retrieve_call', reply)
    expect(reply.body.code).toBe('JOB_NOT_FOUND')
  })

  it.each(['x', randomUUID()])('that does not exist is not found: %s', async id => {
    const reply = await retrieve(id)
    expectContract('retrieve_call', reply)
    expect(reply.body.code).toBe('JOB_NOT_FOUND')
  })

  it('that lost its connection is paid, and its result can be fetched', async () => {
    const id = randomUUID()
    await hangUp(id)
    expect(await isOpen()).toBe(true)
    expect((await retrieve(id)).body).toEqual(completed(id))
    await waitFor('the delivery', async () => !(await isOpen()))
    expect((await retrieve(id)).body).toEqual(completed(id))
    expect((await ledger()).charges).toMatchObject([captured])
  })

  it('is forgotten once its caller says that it has the result', async () => {
    const id = randomUUID()
    await hangUp(id)
    const acknowledged = await retrieve(id, test.service, {
      headers: { 'footnote-acknowledge': 'true' },
    })
    expectContract('retrieve_call', acknowledged)
    const { result, ...rest } = completed(id)
    expect(acknowledged.body).toEqual({ ...rest, message: expect.any(String) })
    expect((await retrieve(id)).body.result).toBeUndefined()
    await waitFor('the delivery', async () => !(await isOpen()))
  })

  it('is not delivered by HEAD', async () => {
    const id = randomUUID()
    await hangUp(id)
    expect(await retrieve(id, test.service, { method: 'HEAD' })).toMatchObject({ status: 200 })
    expect(await isOpen()).toBe(true)
  })

  it('that failed says why, and that it was refunded', async () => {
    test.upstream.handler = () => ({ status: 422, body: { error: 'x', reason: 'no_source' } })
    const id = (await answer()).body.request_id
    const reply = await retrieve(id)
    expectContract('retrieve_call', reply)
    expect(reply.body).toMatchObject({
      status: 'failed',
      code: 'QUERY_FAILED_REFUNDED',
      message: expect.stringContaining('No source'),
      billing: { refunded_units: 200_000, cost_usd: 0, balance_usd: 10 },
    })
  })

  it('that is a task has its state, and says where the result is', async () => {
    const body = { input: 'i', background: true }
    const { task_id } = (await post(`${test.service.url}/api/v1/research`, payer.key, body)).body
    const running = await retrieve(task_id)
    expectContract('retrieve_call', running)
    expect(running.headers.get('retry-after')).toBe('5')
    expect(running.body.status).toBe('running')
    const path = `/api/v1/research/${task_id}`
    await send(`${test.service.url}${path}`, { headers: { authorization: `Bearer ${payer.key}` } })
    expect((await retrieve(task_id)).body).toMatchObject({
      status: 'completed',
      message: expect.stringContaining(path),
    })
  })
})

describe('Prefer: respond-async', () => {
  const later = { prefer: 'respond-async, wait=10' }

  it('returns 202 with the id before the upstream replies, and the result later', async () => {
    const held = holdCalls(test.upstream)
    const accepted = await answer(later)
    expectContract('answer', accepted)
    const { request_id: id } = accepted.body
    expect(accepted).toMatchObject({ status: 202, body: { status: 'running' } })
    expect(accepted.headers.get('preference-applied')).toBe('respond-async')
    expect(accepted.headers.get('location')).toBe(`/api/v1/calls/${id}`)
    held.release()
    const reply = await waitFor('the result', async () => {
      const reply = await retrieve(id)
      return reply.body.status === 'completed' && reply
    })
    expect(reply.body).toEqual(completed(id))
    expect((await ledger()).charges).toMatchObject([captured])
  })

  it.each([
    ['research', { input: 'i' }, goodResearch],
    ['finance_research', { input: 'i' }, goodResearch],
  ] as const)('works for %s', async (tool, body, result) => {
    const url = `${test.service.url}/api/v1/${tool}`
    const accepted = await post(url, payer.key, body, later)
    expectContract(tool, accepted)
    await expect
      .poll(async () => (await retrieve(accepted.body.request_id)).body)
      .toMatchObject({ status: 'completed', result })
  })

  it('changes nothing about a background task', async () => {
    const url = `${test.service.url}/api/v1/research`
    const reply = await post(url, payer.key, { input: 'i', background: true }, later)
    expectContract('research', reply)
    expect(reply.body.status).toBe('queued')
    expect(reply.headers.has('preference-applied')).toBe(false)
  })

  it('reports a failure when the call is retrieved', async () => {
    test.upstream.handler = () => ({ status: 500, body: {} })
    const { request_id: id } = (await answer(later)).body
    await expect.poll(async () => (await retrieve(id)).body.status).toBe('failed')
    expect((await ledger()).charges).toMatchObject([refunded])
  })

  it('still refuses at once what cannot be charged', async () => {
    const id = randomUUID()
    const named = { ...later, 'footnote-request-id': id }
    expect(await answer(named)).toMatchObject({ status: 202, body: { request_id: id } })
    expect(await answer(named)).toMatchObject({ status: 400 })
  })
})

describe('on several instances', () => {
  let second: Service
  const start = async (settings: Record<string, string>) => {
    second = await startAnotherService(test, settings)
  }
  afterEach(() => second.stop())

  it('the one that ran the call answers for the others', async () => {
    const between = await relayInstance(() => second.url)
    await start({ FOOTNOTE_INSTANCE_URL: between.url })
    const id = (await answer({}, second)).body.billing.request_id
    const reply = await retrieve(id)
    expectContract('retrieve_call', reply)
    expect(reply.body).toEqual(completed(id))
    // Otherwise the other one would wait for it before it stops.
    await waitFor('the delivery to be reported', () => between.paths.at(-1)?.endsWith('/delivered'))
    await between.close()
  })

  const byApi = (id: string, signal?: AbortSignal) =>
    fetch(`${test.service.url}/api/v1/calls/${id}`, {
      headers: { authorization: `Bearer ${payer.key}` },
      ...(signal && { signal }),
    })
  const byAgent = (id: string, signal?: AbortSignal) =>
    fetch(`${test.service.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${payer.key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'check_task', arguments: { task_id: id } },
      }),
      ...(signal && { signal }),
    })

  it.each([
    ['the API', byApi],
    ['MCP', byAgent],
  ])(
    'a result counts as delivered once a client of %s has it from the instance in between',
    async (_name, ask) => {
      const passed = Promise.withResolvers<void>()
      const between = await relayInstance(() => second.url, { until: passed.promise })
      await start({ FOOTNOTE_INSTANCE_URL: between.url })
      const { request_id: id } = (await answer({ prefer: 'respond-async' }, second)).body
      await waitFor('the capture', async () => (await ledger()).charges[0]?.state === 'captured')
      const client = new AbortController()
      const cut = ask(id, client.signal).then(reply => reply.text())
      await between.replied
      client.abort()
      await expect(cut).rejects.toThrow()
      await fetch(`${test.service.url}/healthz`)
      passed.resolve()
      await waitFor('the loss to be reported', () => between.paths.at(-1)?.endsWith('/lost'))
      expect(await isOpen()).toBe(true)
      expect(await (await ask(id)).text()).toContain(goodAnswer.answer)
      await waitFor('the confirmation', async () => !(await isOpen()))
      expect(between.paths.at(-1)).toMatch(/delivered$/)
      await second.stop()
      expect((await ledger()).charges).toMatchObject([captured])
      await between.close()
    },
  )

  it('a result counts as delivered even if the first message about it is lost', async () => {
    const between = await relayInstance(() => second.url, { drops: 2 })
    await start({ FOOTNOTE_INSTANCE_URL: between.url })
    const { request_id: id } = (await answer({ prefer: 'respond-async' }, second)).body
    await waitFor('the capture', async () => (await ledger()).charges[0]?.state === 'captured')
    expect((await retrieve(id)).body).toEqual(completed(id))
    await waitFor('the confirmation', async () => !(await isOpen()))
    expect(between.paths.filter(path => path.endsWith('/delivered'))).toHaveLength(3)
    await second.stop()
    expect((await ledger()).charges).toMatchObject([captured])
    await between.close()
  })

  it('a client cannot keep its own result undelivered by posing as an instance', async () => {
    await start({})
    const { request_id: id } = (await answer({ prefer: 'respond-async' })).body
    await waitFor('the capture', async () => (await ledger()).charges[0]?.state === 'captured')
    const headers = { 'footnote-forwarded': randomUUID() }
    expect((await retrieve(id, test.service, { headers })).body).toEqual(completed(id))
    await waitFor('the confirmation', async () => !(await isOpen()))
  })

  it('one of an earlier release that does not know the path is asked again later', async () => {
    const earlier = await relayInstance(() => second.url, { path: '/api/v1/unknown' })
    await start({ FOOTNOTE_INSTANCE_URL: earlier.url })
    const id = (await answer({}, second)).body.billing.request_id
    for (const headers of [{}, { accept: 'text/event-stream' }]) {
      const reply: Reply = await retrieve(id, test.service, { headers })
      expectContract('retrieve_call', reply)
      expect(reply.body.code).toBe('JOB_POLL_FAILED')
      expect(reply.headers.get('retry-after')).toMatch(/^\d+$/)
    }
    expect(earlier.paths).toHaveLength(2)
    await earlier.close()
  })

  it('one that cannot be reached is asked again later', async () => {
    await start({})
    const id = (await answer({}, second)).body.billing.request_id
    const reply: Reply = await retrieve(id)
    expectContract('retrieve_call', reply)
    expect(reply.body.code).toBe('JOB_POLL_FAILED')
    expect((await retrieve(id, second)).body).toEqual(completed(id))
  })

  it('a result is gone with an orderly end, and only what was not fetched is refunded', async () => {
    await start({})
    const fetched = (await answer({}, second)).body.billing.request_id
    const missed = (await answer({ prefer: 'respond-async' }, second)).body.request_id
    await waitFor('the capture', async () =>
      (await ledger()).charges.every(({ state }) => state === 'captured'),
    )
    await second.stop()
    expect((await retrieve(fetched)).body).toMatchObject({ status: 'completed' })
    expect((await retrieve(missed)).body).toMatchObject({ status: 'failed' })
    expect((await ledger()).charges).toMatchObject([
      captured,
      { state: 'refunded', cause: 'shutdown' },
    ])
  })
})
