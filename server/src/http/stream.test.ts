import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { limits } from '@footnote/contract/limits'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Service } from '../service.ts'
import type { Payer } from '../testing/scenes/create-payer.ts'
import { expectContract } from '../testing/scenes/expect-contract.ts'
import { holdCalls } from '../testing/scenes/hold-calls.ts'
import { openEvents } from '../testing/scenes/open-events.ts'
import { captured, readLedger, refunded } from '../testing/scenes/read-ledger.ts'
import { startAnotherService } from '../testing/scenes/start-another-service.ts'
import { post, startTestService, type TestService } from '../testing/scenes/test-service.ts'
import { answerWell, goodAnswer, goodResearch } from '../testing/stubs/stub-upstream.ts'
import { auditDatabase } from '../wallet/audit.ts'

let test: TestService
let payer: Payer
let id: string
beforeAll(async () => {
  test = await startTestService()
})
beforeEach(async () => {
  test.upstream.handler = answerWell
  payer = await test.createPayer()
  id = randomUUID()
})
afterEach(async () => expect(await auditDatabase(test.connection)).toEqual([]))
afterAll(() => test.close())

const ledger = () => readLedger(test.database, payer.accountId)
const stream = (
  options: { body?: object; tool?: string; lastEventId?: string; requestId?: string } = {},
  { url }: Service = test.service,
) => {
  const { tool = 'answer', body = { query: 'q' }, ...rest } = options
  return openEvents(`${url}/api/v1/${tool}`, { key: payer.key, body, requestId: id, ...rest })
}
const resume = (lastEventId?: string, { url }: Service = test.service, key = payer.key) =>
  openEvents(`${url}/api/v1/calls/${id}`, { key, ...(lastEventId && { lastEventId }) })

const billing = { request_id: '', cost_usd: 0.02, cost_units: 200_000, balance_usd: 9.98 }
const started = () => ({
  id: `${id}:0`,
  event: 'started',
  data: { request_id: id, billing: { ...billing, request_id: id } },
})
const result = () => ({
  event: 'result',
  data: { ...goodAnswer, billing: { ...billing, request_id: id } },
})
const reading = { stage: 'reading', counts: { pages: 3 } }
const source = { url: 'https://example.com/a', title: 'A' }

/** An engine that reports steps, and replies when `end` is called. */
function playEngine(
  steps: readonly [string, object][],
  reply: object = { status: 200, body: goodAnswer },
) {
  const arrival = Promise.withResolvers<ServerResponse>()
  const write = (event: string, data: object) =>
    `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
  test.upstream.handler = request => {
    if (request.headers['footnote-events'] !== 'true') return answerWell(request)
    return {
      write(response) {
        response.writeHead(200, {
          'content-type': 'text/event-stream',
          'footnote-calls-at-once': '8',
        })
        for (const [event, data] of steps) response.write(write(event, data))
        arrival.resolve(response)
      },
    }
  }
  return {
    arrived: arrival.promise,
    end: async () => (await arrival.promise).end(write('reply', reply)),
  }
}

describe('Accept: text/event-stream', () => {
  it.each([
    ['answer', { query: 'q' }, goodAnswer, 0.02],
    ['research', { input: 'i' }, goodResearch, 0.15],
    ['finance_research', { input: 'i' }, goodResearch, 0.35],
  ] as const)(
    'streams %s: started, then the body that JSON would have',
    async (tool, body, good, cost) => {
      const events = await stream({ tool, body })
      expect(events.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      expect(events.response.headers.get('x-request-id')).toBe(id)
      const paid = { ...billing, request_id: id, cost_usd: cost, cost_units: cost * 1e7 }
      const bill = { ...paid, balance_usd: 10 - cost }
      expect(await events.rest()).toEqual([
        { id: `${id}:0`, event: 'started', data: { request_id: id, billing: bill } },
        { event: 'result', data: { ...good, billing: bill } },
      ])
      expect((await ledger()).charges).toMatchObject([captured])
    },
  )

  it('reports stages, queries and sources of the engine as they come, bounded, and nothing else of them', async () => {
    const engine = playEngine([
      ['progress', { ...reading, secret: 'x' }],
      ['progress', { stage: 'not a stage' }],
      ['query', { query: 'Q'.repeat(999), secret: 'x' }],
      ['source', source],
      [
        'source',
        { url: `https://example.com/${'x'.repeat(limits.streamedUrlCharacters)}`, title: 'T' },
      ],
      ['source', { url: 'javascript:alert(1)', title: 'T' }],
      ['source', { url: 'https://example.com/b', title: 'B'.repeat(999) }],
    ])
    const events = await stream()
    expect(await events.next()).toEqual(started())
    expect(await events.next()).toEqual({ id: `${id}:1`, event: 'progress', data: reading })
    const query = 'Q'.repeat(limits.streamedTitleCharacters)
    expect(await events.next()).toEqual({ id: `${id}:2`, event: 'query', data: { query } })
    expect(await events.next()).toEqual({ id: `${id}:3`, event: 'source', data: source })
    expect(await events.next()).toMatchObject({
      data: { url: 'https://example.com/b', title: 'B'.repeat(limits.streamedTitleCharacters) },
    })
    await engine.end()
    expect(await events.rest()).toEqual([result()])
  })

  it('ends with the error that JSON would have, refunded', async () => {
    const error = { status: 422, body: { error: 'x', reason: 'no_source' } }
    const engine = playEngine([['progress', reading]], error)
    const events = await stream()
    await engine.end()
    expect((await events.rest()).at(-1)).toMatchObject({
      event: 'error',
      data: {
        code: 'QUERY_FAILED_REFUNDED',
        message: expect.stringContaining('No source'),
        request_id: id,
        billing: { refunded_units: 200_000, balance_usd: 10 },
      },
    })
    expect((await ledger()).charges).toMatchObject([refunded])
  })

  it('answers errors before the debit with JSON and their status', async () => {
    const accept = { accept: 'text/event-stream' }
    const url = `${test.service.url}/api/v1/answer`
    const poor = await test.createPayer('0.01')
    for (const [reply, code] of [
      [await post(url, payer.key, { query: '' }, accept), 'INVALID_REQUEST'],
      [await post(url, 'fn_no', { query: 'q' }, accept), 'INVALID_API_KEY'],
      [await post(url, poor.key, { query: 'q' }, accept), 'INSUFFICIENT_BALANCE'],
    ] as const) {
      expectContract('answer', reply)
      expect(reply.body.code).toBe(code)
    }
  })

  it('leaves background tasks, and callers that like JSON as much, with JSON', async () => {
    const { url } = test.service
    const task = { input: 'i', background: true }
    const submitted = await post(`${url}/api/v1/research`, payer.key, task, {
      accept: 'text/event-stream',
    })
    expect(submitted).toMatchObject({ status: 202, body: { status: 'queued' } })
    for (const accept of ['application/json, text/event-stream', 'text/event-stream;q=0', '*/*']) {
      const reply = await post(`${url}/api/v1/answer`, payer.key, { query: 'q' }, { accept })
      expectContract('answer', reply)
    }
  })

  it('sends heartbeats for as long as the call takes', async () => {
    const held = holdCalls(test.upstream)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const events = await stream()
      expect(await events.next()).toEqual(started())
      await held.arrived
      vi.advanceTimersByTime(limits.heartbeatSeconds * 2_000)
      held.release()
      expect(await events.rest()).toEqual([result()])
      expect(events.text().match(/^: still here$/gm)).toHaveLength(3)
    } finally {
      vi.useRealTimers()
    }
  })

  it('delivers the result after a bounded number of steps to a client that reads late', async () => {
    const title = 'T'.repeat(limits.streamedTitleCharacters)
    const steps = Array.from({ length: 10_000 }, (_, at): [string, object] => [
      'source',
      { url: `https://example.com/${at}/${'x'.repeat(1_900)}`, title },
    ])
    const engine = playEngine(steps)
    const socket = connect(Number(new URL(test.service.url).port), '127.0.0.1')
    const body = JSON.stringify({ query: 'q' })
    socket.write(
      `POST /api/v1/answer HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${payer.key}\r\n` +
        `Accept: text/event-stream\r\nFootnote-Request-Id: ${id}\r\nConnection: close\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    await engine.end()
    await waitFor('the capture', async () => (await ledger()).charges[0]?.state === 'captured')
    let text = ''
    socket.setEncoding('utf8').on('data', chunk => (text += chunk))
    await once(socket, 'close')
    expect(text.match(/^event: source$/gm)?.length).toBeLessThanOrEqual(limits.streamedEvents)
    expect(text).toContain('event: result')
  })
})

describe('a stream that broke off', () => {
  it('is resumed after the last event by the same POST or by GET, free, with one charge', async () => {
    const engine = playEngine([
      ['progress', reading],
      ['source', source],
    ])
    const first = await stream()
    for (const _ of ['started', 'progress', 'source']) await first.next()
    first.hangUp()
    const same = await stream({ lastEventId: `${id}:1` })
    expect(await same.next()).toEqual({ id: `${id}:2`, event: 'source', data: source })
    const unnamed = await openEvents(`${test.service.url}/api/v1/answer`, {
      key: payer.key,
      body: { query: 'q' },
      lastEventId: `${id}:2`,
    })
    const got = await resume(`${id}:2`)
    const whole = await resume()
    await engine.end()
    for (const { rest } of [same, unnamed, got]) expect(await rest()).toEqual([result()])
    expect((await whole.rest()).map(({ event }) => event)).toEqual([
      'started',
      'progress',
      'source',
      'result',
    ])
    expect((await ledger()).charges).toMatchObject([captured])
  })

  it('delivers a result that was captured after the connection was lost, also to two at once', async () => {
    const held = holdCalls(test.upstream)
    const first = await stream()
    expect(await first.next()).toEqual(started())
    first.hangUp()
    held.release()
    await waitFor('the capture', async () => (await ledger()).charges[0]?.state === 'captured')
    const both = await Promise.all([resume(`${id}:0`), resume()])
    for (const { rest } of both) expect(await rest()).toEqual([result()])
    await waitFor('the delivery', async () => {
      const text = 'select from open_charge where account_id = $1'
      return (await test.database.query(text, [payer.accountId])).rowCount === 0
    })
  })

  it('tells of a refund, and that a result is gone', async () => {
    test.upstream.handler = () => ({ status: 500, body: {} })
    await (await stream()).rest()
    expect(await (await resume()).rest()).toMatchObject([
      { event: 'error', data: { code: 'QUERY_FAILED_REFUNDED', billing: { cost_usd: 0 } } },
    ])
    test.upstream.handler = answerWell
    id = randomUUID()
    await (await stream()).rest()
    await fetch(`${test.service.url}/api/v1/calls/${id}`, {
      headers: { authorization: `Bearer ${payer.key}`, 'footnote-acknowledge': 'true' },
    })
    const gone = await resume()
    expect(gone.response.status).toBe(410)
  })

  it('is refused for another account, an unknown call and an invalid id, uncharged', async () => {
    await (await stream()).rest()
    const stranger = await test.createPayer()
    expect((await resume(undefined, test.service, stranger.key)).response.status).toBe(404)
    const before = await ledger()
    expect((await stream({ lastEventId: `${randomUUID()}:1` })).response.status).toBe(404)
    expect((await stream({ lastEventId: '7' })).response.status).toBe(400)
    expect(await ledger()).toEqual(before)
  })

  it('is resumed at the instance that runs the call, whichever instance is asked', async () => {
    const second = await startAnotherService(test, { FOOTNOTE_INSTANCE_URL: 'http://127.0.0.1:1' })
    const engine = playEngine([['progress', reading]])
    const first = await stream({}, second)
    for (const _ of ['started', 'progress']) await first.next()
    first.hangUp()
    const direct = 'update instance set url = $1 where url is not null'
    const here = await waitFor('the other instance', async () => {
      await test.database.query(direct, [second.url])
      const events = await resume(`${id}:0`)
      return events.response.status === 200 && events
    })
    expect(await here.next()).toEqual({ id: `${id}:1`, event: 'progress', data: reading })
    await engine.end()
    expect(await here.rest()).toEqual([result()])
    await second.stop()
    expect((await ledger()).charges).toMatchObject([captured])
  })
})
