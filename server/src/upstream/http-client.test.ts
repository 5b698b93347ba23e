import { channel } from 'node:diagnostics_channel'
import { once } from 'node:events'
import net from 'node:net'
import { setImmediate as immediate } from 'node:timers/promises'
import { createCircuitBreaker } from '@footnote/platform/circuit-breaker'
import { selfSigned } from '@footnote/platform/testing/self-signed'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createInFlight } from '../calls/in-flight.ts'
import { listenWhenRefused } from '../testing/processes/listen-when-refused.ts'
import { cutConnection } from '../testing/scenes/play-tasks.ts'
import {
  type StubReply,
  type StubUpstream,
  startStubUpstream,
} from '../testing/stubs/stub-upstream.ts'
import { createCallSlots } from './call-slots.ts'
import { upstreamConnections } from './connections.ts'
import { createHttpClient, type HttpClient, type UpstreamReply } from './http-client.ts'
import { createRateLimiter } from './rate-limiter.ts'

let upstream: StubUpstream
beforeAll(async () => {
  upstream = await startStubUpstream()
})
afterAll(() => upstream.close())

const clients: HttpClient[] = []
afterEach(() => Promise.all(clients.splice(0).map(client => client.close())))

function connect(
  url = upstream.url,
  parts: Partial<Parameters<typeof createHttpClient>[0]> = {},
): HttpClient {
  const client = createHttpClient({
    url,
    apiKey: 'upstream-key',
    limiter: createRateLimiter(),
    slots: createCallSlots({ most: 512 }),
    connections: upstreamConnections(512),
    breaker: createCircuitBreaker({ pauseMs: 1_000 }),
    ...parts,
  })
  clients.push(client)
  return client
}

const slot = { free() {} }

/** Makes one exchange with so much time; also returns how many requests it took. */
async function exchange(
  client: HttpClient,
  {
    method = 'POST',
    limitMs = 30_000,
    isOurs = () => true,
  }: { method?: 'GET' | 'POST'; limitMs?: number; isOurs?: () => boolean } = {},
): Promise<{ reply: UpstreamReply | undefined; cause: string | undefined; requests: number }> {
  const before = upstream.requests.length
  const body = method === 'POST' ? { query: 'x' } : undefined
  const outcome = await createInFlight()
    .run(limitMs, budget => {
      const turn = { ...budget, queue: 'a', isOurs }
      return client.exchange({ method, path: '/v1/answer', body, turn }, slot)
    })
    .then(
      reply => ({ reply, cause: undefined }),
      error => ({ reply: undefined, cause: error.refundCause }),
    )
  return { ...outcome, requests: upstream.requests.length - before }
}

/** The first request gets the first reply, every later one the second. */
function answerInTurn(first: StubReply, later: StubReply = { body: { good: true } }): void {
  let isFirst = true
  upstream.handler = () => {
    const reply = isFirst ? first : later
    isFirst = false
    return reply
  }
}

describe('requests that may be sent again', () => {
  const refused = (headers: Record<string, string>, body: unknown = {}): StubReply => ({
    status: 429,
    headers,
    body,
  })

  it('a request for which no connection was made', async () => {
    const late = await listenWhenRefused(() => ({ body: { good: true } }))
    const { reply } = await exchange(connect(late.url))
    expect(reply).toEqual({ status: 200, body: { good: true } })
    expect(late.refusals()).toBe(1)
    expect(late.requests).toHaveLength(1)
    await late.close()
  })

  it('a request that failed in the TLS handshake, a limited number of times', async () => {
    const untrusted = await startStubUpstream(undefined, { tls: selfSigned })
    let connections = 0
    const connectErrors = channel('undici:client:connectError')
    const onError = (message: unknown) => {
      const { connectParams } = message as { connectParams: { port: string } }
      if (untrusted.url.endsWith(`:${connectParams.port}`)) connections += 1
    }
    connectErrors.subscribe(onError)
    const { cause } = await exchange(connect(untrusted.url))
    connectErrors.unsubscribe(onError)
    expect({ cause, connections }).toEqual({ cause: 'upstream_unreachable', connections: 3 })
    expect(untrusted.requests).toEqual([])
    await untrusted.close()
  })

  it.each([
    ['after its pause', { 'retry-after': '1' }],
    ['after a pause of ours where it names none', {}],
  ])('a request that met the rate limit, %s', async (_case, headers) => {
    answerInTurn(refused(headers))
    const { reply, requests } = await exchange(connect())
    expect({ reply, requests }).toEqual({
      reply: { status: 200, body: { good: true } },
      requests: 2,
    })
  })

  it('a request that a full engine turned away, without delaying other calls', async () => {
    answerInTurn(refused({ 'retry-after': '3600', 'footnote-calls-at-once': '2' }))
    const limiter = createRateLimiter()
    const { reply, requests } = await exchange(connect(upstream.url, { limiter }))
    expect({ status: reply?.status, requests }).toEqual({ status: 200, requests: 2 })
    expect(limiter.expectedWaitMs('b')).toBe(0)
  })

  it('not if little time is left, even if the rate limit names no pause', async () => {
    const reply = refused({ 'retry-after': '0' })
    answerInTurn(reply, reply)
    const { requests } = await exchange(connect(), { limitMs: 1_500 })
    expect(requests).toBeLessThanOrEqual(2)
  })

  it.each<[string, StubReply]>([
    ['met a rate limit beyond its time', refused({ 'retry-after': '3600' })],
    ['met a limit of spending', refused({ 'retry-after': '1' }, { error: 'spend_cap_exceeded' })],
    [
      'met a limit of spending, as a detail',
      refused({ 'retry-after': '1' }, { detail: { code: 'spend_cap_exceeded' } }),
    ],
  ])('nothing that %s', async (_case, reply) => {
    answerInTurn(reply)
    expect(await exchange(connect())).toMatchObject({
      reply: { status: 429 },
      requests: 1,
    })
  })

  it.each<['GET' | 'POST', string, StubReply]>([
    ['POST', 'was cut off before the reply', cutConnection],
    ['GET', 'was cut off before the reply', cutConnection],
    [
      'POST',
      'was cut off within the reply',
      { write: response => response.writeHead(200).write('{', () => response.destroy()) },
    ],
    ['POST', 'was reset', { write: response => response.socket?.resetAndDestroy() }],
  ])('no %s that %s', async (method, _case, reply) => {
    answerInTurn(reply)
    expect(await exchange(connect(), { method })).toEqual({
      reply: undefined,
      cause: 'upstream_unreachable',
      requests: 1,
    })
  })

  it.each([500, 502, 503, 504, 408, 425])('nothing that was answered %i', async status => {
    answerInTurn({ status, headers: { 'retry-after': '0' }, body: {} })
    expect(await exchange(connect())).toMatchObject({ reply: { status }, requests: 1 })
  })

  it('nothing that got no reply until its time limit', async () => {
    answerInTurn({ write: () => {} })
    expect(await exchange(connect(), { limitMs: 200 })).toEqual({
      reply: undefined,
      cause: 'upstream_timeout',
      requests: 1,
    })
  })

  it('nothing whose reply did not end before its time limit', async () => {
    answerInTurn({ write: response => response.writeHead(200).write('{"good":') })
    expect(await exchange(connect(), { limitMs: 200 })).toEqual({
      reply: undefined,
      cause: 'upstream_timeout',
      requests: 1,
    })
  })

  it('nothing forever: an address that refuses every connection', async () => {
    const gone = await startStubUpstream()
    await gone.close()
    expect(await exchange(connect(gone.url))).toMatchObject({ cause: 'upstream_unreachable' })
  })
})

describe('a call whose charge another process may have refunded', () => {
  const isOurs = () => false

  it('is not sent', async () => {
    const breaker = createCircuitBreaker({ pauseMs: 1_000 })
    const client = connect(upstream.url, { breaker })
    for (let call = 0; call < 20; call += 1) {
      expect(await exchange(client, { isOurs })).toEqual({
        reply: undefined,
        cause: 'not_sent',
        requests: 0,
      })
    }
    expect(breaker.admits()).toBe(true)
  })

  it('is not sent again after the upstream asked to wait', async () => {
    let asked = 0
    answerInTurn({ status: 429, headers: { 'retry-after': '0' }, body: {} })
    const once = () => {
      asked += 1
      return asked === 1
    }
    expect(await exchange(connect(), { isOurs: once })).toMatchObject({
      cause: 'not_sent',
      requests: 1,
    })
  })
})

describe('errors of this machine', () => {
  it.each([
    ['EMFILE', 30_000],
    ['ENFILE', 30_000],
    ['EADDRNOTAVAIL', 30_000],
    ['ENOBUFS', 30_000],
    ['ENOMEM', 30_000],
    // The time limit is reached between two attempts.
    ['EMFILE', 50],
  ])('do not count against the upstream: %s within %i ms', async (code, limitMs) => {
    const connecting = vi.spyOn(net, 'connect').mockImplementation(() => {
      return new net.Socket().destroy(Object.assign(new Error(code), { code }))
    })
    onTestFinished(() => connecting.mockRestore())
    const breaker = createCircuitBreaker({ pauseMs: 600_000, failuresToOpen: 1 })
    expect(await exchange(connect(upstream.url, { breaker }), { limitMs })).toEqual({
      reply: undefined,
      cause: 'not_sent',
      requests: 0,
    })
    expect(connecting).toHaveBeenCalled()
    expect(breaker.admits()).toBe(true)
  })
})

it('a reply without end is not read to the end', async () => {
  const closed = Promise.withResolvers<void>()
  const megabyte = Buffer.alloc(1024 * 1024, 0x20)
  answerInTurn({
    async write(response) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.on('close', closed.resolve)
      while (!response.destroyed) {
        if (!response.write(megabyte)) await Promise.race([once(response, 'drain'), closed.promise])
        await immediate()
      }
    },
  })
  expect(await exchange(connect())).toMatchObject({ cause: 'upstream_bad_body', requests: 1 })
  await closed.promise
})

it('the key is sent in its header, and the path is added to that of the URL', async () => {
  upstream.handler = () => ({ body: {} })
  await exchange(connect(`${upstream.url}/base/`))
  expect(upstream.requests.at(-1)).toMatchObject({
    method: 'POST',
    path: '/base/v1/answer',
    headers: { 'x-api-key': 'upstream-key', 'content-type': 'application/json' },
    body: { query: 'x' },
  })
})

const eventStream = { 'content-type': 'text/event-stream' }

it('a call finds a connection, however many streams are open', async () => {
  upstream.handler = ({ path }) =>
    path.endsWith('/stream')
      ? { write: response => response.writeHead(200, eventStream).write(': open\n\n') }
      : { body: { good: true } }
  const client = connect()
  const left = new AbortController()
  const turn = { endsAt: Number.POSITIVE_INFINITY, signal: left.signal, queue: 'a' }
  const streams = Array.from({ length: 600 }, () =>
    client.openStream({ method: 'GET', path: '/v1/research/x/stream', turn }),
  )
  await streams[0]
  expect(await exchange(client)).toMatchObject({ reply: { body: { good: true } } })
  left.abort()
  await Promise.allSettled(streams)
})
