import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Payer } from '../../../server/src/testing/scenes/create-payer.ts'
import { captured, readLedger, refunded } from '../../../server/src/testing/scenes/read-ledger.ts'
import {
  startTestService,
  type TestService,
} from '../../../server/src/testing/scenes/test-service.ts'
import {
  answerWell,
  goodAnswer,
  goodResearch,
  type StubHandler,
} from '../../../server/src/testing/stubs/stub-upstream.ts'
import { openClient } from '../testing/open-client.ts'
import { QueryFailedRefundedError } from './api-errors.ts'
import { ConnectionError } from './client-errors.ts'
import type { FootnoteOptions } from './footnote-options.ts'
import type { Logger } from './logger.ts'

let test: TestService
let payer: Payer
beforeAll(async () => {
  test = await startTestService()
})
beforeEach(async () => {
  test.upstream.handler = answerWell
  payer = await test.createPayer()
})
afterAll(() => test.close())

const charges = async () => (await readLedger(test.database, payer.accountId)).charges

/** A client whose first POST is lost, before it is sent or with its reply. */
function losing(
  when: 'request' | 'reply',
  { maxRetries = 2, posts = 1, ...options }: FootnoteOptions & { posts?: number } = {},
) {
  let lost = 0
  const { client } = openClient(test.service.url, {
    apiKey: payer.key,
    ...options,
    maxRetries,
    fetch: async (url, init) => {
      if (init.method !== 'POST' || lost === posts) return fetch(url, init)
      lost += 1
      if (when === 'reply') await (await fetch(url, init)).text()
      throw new TypeError('the connection was lost')
    },
  })
  return client
}

describe('a call whose connection breaks', () => {
  it('returns its result all the same, and is charged once', async () => {
    const reply = await losing('reply').answer({ query: 'q' })
    expect(reply).toMatchObject({ ...goodAnswer, billing: { cost_usd: 0.02 } })
    const report = await losing('reply').financeResearch({ input: 'i' })
    expect(report).toMatchObject(goodResearch)
    expect(await charges()).toMatchObject([captured, captured])
  })

  it('is sent again under the same ID if it never arrived', async () => {
    const requestId = 'f6c1a2c4-6d0d-4d7e-9f57-0a3c1a9f5b21'
    const reply = await losing('request').answer({ query: 'q' }, { requestId })
    expect(reply.billing.request_id).toBe(requestId)
    expect(await charges()).toMatchObject([captured])
  })

  it('is not sent again without retries, and the error has its ID', async () => {
    const client = losing('request', { maxRetries: 0 })
    const error = await client.answer({ query: 'q' }).catch(error => error)
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ money: 'unknown', requestId: expect.any(String) })
    expect(error.message).toContain(error.requestId)
    expect(await charges()).toEqual([])
  })

  it('reports a refund like any other', async () => {
    test.upstream.handler = () => ({ status: 500, body: {} })
    const error = await losing('reply')
      .answer({ query: 'q' })
      .catch(error => error)
    expect(error).toBeInstanceOf(QueryFailedRefundedError)
    expect(error).toMatchObject({ money: 'refunded', billing: { refunded_usd: 0.02 } })
    expect(await charges()).toMatchObject([refunded])
  })

  it('says that it was charged if its result is gone', async () => {
    const requestId = '0b9f1a52-6a4c-4f0e-9d55-8c1f6a2f7a10'
    const { client: other } = openClient(test.service.url, { apiKey: payer.key })
    await other.answer({ query: 'q' }, { requestId })
    await fetch(`${test.service.url}/api/v1/calls/${requestId}`, {
      headers: { authorization: `Bearer ${payer.key}`, 'footnote-acknowledge': 'true' },
    })
    const error = await losing('request')
      .answer({ query: 'q' }, { requestId })
      .catch(error => error)
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ money: 'charged', requestId })
  })

  it('may have been charged if the service does not answer for it', async () => {
    const { client } = openClient(test.service.url, {
      apiKey: payer.key,
      fetch: async (_, { method }) => {
        if (method === 'GET') return new Response('<html>')
        throw new TypeError('the connection was lost')
      },
    })
    const lost = { name: 'ConnectionError', money: 'unknown', requestId: expect.any(String) }
    await expect(client.answer({ query: 'q' })).rejects.toMatchObject(lost)
    const events = client.stream('answer', { query: 'q' })
    await expect(events.next()).rejects.toMatchObject(lost)
  })

  it('returns the rest of the reply beside its result', async () => {
    const requestId = '7a1d4c1e-35c4-4a4e-8f0c-1c2f6d9b0e55'
    const call = losing('reply').answer({ query: 'q' }, { requestId })
    const { data, status, headers, billing, ...rest } = await call.withResponse()
    expect(data).toMatchObject({ ...goodAnswer, billing })
    expect(billing).toMatchObject({ request_id: requestId, cost_usd: 0.02 })
    expect(rest).toEqual({ requestId })
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('json')])
    expect(await call).toBe(data)
    const task = await losing('reply').research({ input: 'i', background: true }).withResponse()
    expect(task.requestId).toBe(task.data.task_id)
    expect(task.billing).toEqual(task.data.billing)
    expect(await charges()).toHaveLength(2)
  })

  it('is logged by its ID, without the key, the question and the answer', async () => {
    const lines: unknown[] = []
    const write = (level: string) => (message: string, details: object) =>
      lines.push([level, message, details])
    const [error, warn, info, debug] = ['error', 'warn', 'info', 'debug'].map(write)
    const logger = { error, warn, info, debug } as Logger
    const requestId = 'c0b7f0f8-94a5-4a3d-8b5e-2f7c1a3a9d11'
    const query = 'A question that nobody shall read'
    await losing('reply', { logger, logLevel: 'debug' }).answer({ query }, { requestId })
    const text = JSON.stringify(lines)
    expect(lines.map(line => (line as string[])[0])).toEqual(
      expect.arrayContaining(['debug', 'info', 'warn']),
    )
    expect(text).toContain(`connection lost, asking for the call ${requestId}`)
    expect(text).toContain(`GET /api/v1/calls/${requestId}: 200 after`)
    for (const secret of [payer.key, query, goodAnswer.answer]) expect(text).not.toContain(secret)
  })

  it('does not fail for a logger that throws', async () => {
    const fail = () => {
      throw new Error('the disk is full')
    }
    const logger = { error: fail, warn: fail, info: fail, debug: fail }
    const reply = await losing('reply', { logger, logLevel: 'debug' }).answer({ query: 'q' })
    expect(reply).toMatchObject(goodAnswer)
  })

  it('returns the task that was submitted', async () => {
    const submission = await losing('reply').research({ input: 'i', background: true })
    expect(submission).toMatchObject({ task_id: expect.any(String), billing: { cost_usd: 0.15 } })
    expect(await losing('reply').tasks.wait(submission.task_id)).toMatchObject({
      result: goodResearch,
    })
    expect(await charges()).toHaveLength(1)
  })
})

it('retrieves and cancels calls by their ID', async () => {
  const { client } = openClient(test.service.url, { apiKey: payer.key })
  const { billing } = await client.answer({ query: 'q' })
  expect(await client.calls.retrieve(billing.request_id)).toMatchObject({
    status: 'completed',
    result: goodAnswer,
  })
  await expect(client.calls.cancel(billing.request_id)).rejects.toMatchObject({
    code: 'CANNOT_CANCEL',
  })
})

describe('a streamed call', () => {
  const collect = async <Event>(events: AsyncIterable<Event>) => {
    const all: Event[] = []
    for await (const event of events) all.push(event)
    return all
  }

  /** An engine that reports a source and ends. */
  const report: StubHandler = () => ({
    write(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const source = { url: 'https://example.com/a', title: 'A' }
      response.write(`event: source\ndata: ${JSON.stringify(source)}\n\n`)
      response.end(`event: reply\ndata: ${JSON.stringify({ status: 200, body: goodAnswer })}\n\n`)
    },
  })

  /** A client that loses every connection after so many events of it. */
  function cutting(events: number, { most = 5 } = {}) {
    let cuts = 0
    const { client } = openClient(test.service.url, {
      apiKey: payer.key,
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        if (!response.body || cuts === most) return response
        cuts += 1
        const text = await response.text()
        const kept = text.split('\n\n').slice(0, events + 1)
        const lost = new ReadableStream<Uint8Array>({
          start: controller =>
            controller.enqueue(new TextEncoder().encode(`${kept.join('\n\n')}\n\n`)),
          pull: controller => controller.error(new TypeError('the connection was lost')),
        })
        return new Response(lost, response)
      },
    })
    return client
  }

  it('yields what was found, then the response', async () => {
    test.upstream.handler = report
    const { client } = openClient(test.service.url, { apiKey: payer.key })
    const events = await collect(client.stream('answer', { query: 'q' }))
    expect(events).toMatchObject([
      { event: 'started', data: { billing: { cost_usd: 0.02 } } },
      { event: 'source', data: { title: 'A' } },
      { event: 'result', data: { ...goodAnswer, billing: { cost_usd: 0.02 } } },
    ])
  })

  it.each([0, 1, 2])(
    'that loses its connection after %i events resumes, and is charged once',
    async at => {
      test.upstream.handler = report
      const events = await collect(cutting(at, { most: 1 }).stream('answer', { query: 'q' }))
      expect(events.at(-1)).toMatchObject({ event: 'result', data: goodAnswer })
      expect(new Set(events.map(({ event }) => event)).size).toBe(events.length)
      expect(await charges()).toMatchObject([captured])
    },
  )

  it('throws the error of a call that was refunded, also when resumed', async () => {
    test.upstream.handler = () => ({ status: 422, body: { error: 'x', reason: 'no_source' } })
    for (const client of [openClient(test.service.url, { apiKey: payer.key }).client, cutting(1)]) {
      const error = await collect(client.stream('answer', { query: 'q' })).catch(error => error)
      expect(error).toBeInstanceOf(QueryFailedRefundedError)
      expect(error).toMatchObject({ money: 'refunded', billing: { refunded_usd: 0.02 } })
    }
  })

  it('checks JSON against its schema, and refuses background tasks before they are sent', async () => {
    const { client } = openClient(test.service.url, { apiKey: payer.key })
    const schema = {
      type: 'object',
      properties: {},
      additionalProperties: false,
      required: [],
    } as const
    test.upstream.handler = () => ({
      body: { output: { content: {}, content_type: 'object', sources: [] } },
    })
    const request = { input: 'i', output_schema: schema }
    const events = await collect(client.stream('research', request))
    expect(events.at(-1)).toMatchObject({ data: { output: { content: {} } } })
    const task = { input: 'i', background: true } as object as { input: string }
    await expect(collect(client.stream('research', task))).rejects.toThrow(TypeError)
  })

  it('ends with the response of a service that has no streams', async () => {
    const { client } = openClient(test.service.url, {
      apiKey: payer.key,
      fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, accept: '*/*' } }),
    })
    const events = await collect(client.stream('answer', { query: 'q' }))
    expect(events).toMatchObject([{ event: 'result', data: goodAnswer }])
  })

  it('says that the call may be charged if it cannot be followed', async () => {
    const error = await collect(cutting(0, { most: 99 }).stream('answer', { query: 'q' })).catch(
      error => error,
    )
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ money: 'unknown', requestId: expect.any(String) })
  })
})
