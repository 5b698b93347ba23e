import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type StubReply,
  type StubUpstream,
  startStubUpstream,
} from '../../../server/src/testing/stubs/stub-upstream.ts'
import {
  AbortedError,
  ConnectionError,
  TimeoutError,
  UnexpectedReplyError,
} from '../core/client-errors.ts'
import { FootnoteError } from '../core/footnote-error.ts'
import { errorReply } from '../testing/error-reply.ts'
import { openClient, TEST_KEY, transports } from '../testing/open-client.ts'

const balance = { balance_usd: 1, balance_units: 10_000_000 }
const good: StubReply = { body: balance }
const page: StubReply = { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>' }
const lookalike = { code: 'SERVICE_UNAVAILABLE', message: 'No healthy upstream.' }
const misshapen = { code: 'INVALID_REQUEST', message: 'No.', request_id: 'r', errors: [null] }
const cut: StubReply = { write: response => response.destroy() }
const cutInBody: StubReply = {
  write: response => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('{"answer":', () => response.destroy())
  },
}
const silence: StubReply = { write() {} }

let server: StubUpstream
beforeEach(async () => {
  server = await startStubUpstream(() => good)
})
afterEach(() => {
  vi.restoreAllMocks()
  return server.close()
})

/** One reply after the other; the last one stays. */
function reply(...replies: StubReply[]): void {
  server.handler = () => (replies.length > 1 ? replies.shift() : replies[0]) ?? good
}

async function errorOf(call: Promise<unknown>): Promise<FootnoteError> {
  const error = await call.then(
    () => undefined,
    thrown => thrown,
  )
  if (!(error instanceof FootnoteError)) throw new Error(`not an error of ours: ${error}`)
  return error
}

describe.each(transports)('over %s', (_name, createTransport) => {
  const open = (options = {}) =>
    openClient(server.url, { transport: createTransport(), ...options })

  it('asks for the evidence of a paid call', async () => {
    const { client } = open()
    await client.research({ input: 'i', research_effort: 'lite' }, { include: ['evidence'] })
    expect(server.requests).toMatchObject([{ headers: { 'footnote-include': 'evidence' } }])
  })

  it('sends the key and the body, and reads the reply', async () => {
    const { client } = open()
    await expect(client.wallet()).resolves.toEqual(balance)
    await client.answer({ query: 'Wie groß?' })
    expect(server.requests).toMatchObject([
      { method: 'GET', path: '/api/v1/wallet', headers: { authorization: `Bearer ${TEST_KEY}` } },
      {
        method: 'POST',
        path: '/api/v1/answer',
        headers: { 'content-type': 'application/json' },
        body: { query: 'Wie groß?' },
      },
    ])
  })

  it.each([
    ['a lost connection', cut, undefined],
    ['a reply that breaks off', cutInBody, undefined],
    ["a proxy's page", page, 502],
    ['BILLING_UNAVAILABLE', errorReply('BILLING_UNAVAILABLE', { 'retry-after': '1' }), 503],
    ['a success that is not JSON', { body: 'hello' }, 200],
    ['JSON that is nobody’s error', { status: 503, body: {} }, 503],
    ["another's error of the same code", { status: 503, body: lookalike }, 503],
    ['an error with problems that are none', { status: 400, body: misshapen }, 400],
    ['a reply that sends elsewhere for the outcome', { status: 303, body: '' }, 303],
  ] as [string, StubReply, number | undefined][])(
    'sends a paid call once and says that its outcome is unknown after %s',
    async (_what, said, status) => {
      reply(said)
      const error = await errorOf(open().client.answer({ query: 'q' }))
      expect(error).toMatchObject({ money: 'unknown', status })
      expect(error.message).toMatch(/usage|calls\.retrieve/)
      // It asks for the call, which is free.
      expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
    },
  )

  it.each(['SERVICE_UNAVAILABLE', 'RATE_LIMITED'] as const)(
    'retries a paid call after %s, which says that nothing was charged',
    async code => {
      reply(errorReply(code, { 'retry-after': '7' }), good)
      const { client, pausesMs } = open()
      await client.answer({ query: 'q' })
      expect(server.requests).toHaveLength(2)
      expect(pausesMs).toEqual([expect.closeTo(7_375, -3)])
      expect(pausesMs[0]).toBeGreaterThanOrEqual(7_000)
    },
  )

  it.each([
    ['a lost connection', cut],
    ["a proxy's page", page],
    ['too many requests', { status: 429, body: '' }],
    ['JOB_POLL_FAILED', errorReply('JOB_POLL_FAILED')],
  ] as [string, StubReply][])('repeats a free call after %s', async (_what, said) => {
    reply(said, said, good)
    const { client, pausesMs } = open()
    await expect(client.wallet()).resolves.toEqual(balance)
    expect(server.requests).toHaveLength(3)
    expect(pausesMs).toHaveLength(2)
  })

  it('stops after maxRetries retries', async () => {
    reply(page)
    const error = await errorOf(open({ maxRetries: 1 }).client.wallet())
    expect(error).toBeInstanceOf(UnexpectedReplyError)
    expect(error).toMatchObject({ status: 502, money: 'not_charged' })
    expect(server.requests).toHaveLength(2)
  })

  it('does not follow a redirect', async () => {
    reply({ status: 302, headers: { location: '/elsewhere' }, body: '' })
    const error = await errorOf(open().client.answer({ query: 'q' }))
    expect(error).toMatchObject({ code: 'UNEXPECTED_REPLY', status: 302, money: 'not_charged' })
    expect(server.requests).toHaveLength(1)
  })

  it('sends the headers of the client and of the call, and retries as often as the call says', async () => {
    const { client } = open({ defaultHeaders: { 'X-Team': 'search', 'x-app': 'a' }, maxRetries: 0 })
    reply(page, good)
    await client.wallet({ headers: { 'x-app': 'b' }, maxRetries: 1 })
    const headers = { 'x-team': 'search', 'x-app': 'b', authorization: `Bearer ${TEST_KEY}` }
    expect(server.requests).toMatchObject([{ headers }, { headers }])
    const refused = client.answer({ query: 'q' }, { headers: { 'footnote-request-id': 'r' } })
    await expect(refused).rejects.toThrow(TypeError)
    expect(server.requests).toHaveLength(2)
  })

  it("ends at the client's time limit, unless the call has its own", async () => {
    reply(silence)
    const { client } = open({ timeoutMs: 50 })
    const paid = await errorOf(client.answer({ query: 'q' }))
    expect(paid).toMatchObject({ code: 'TIMED_OUT', money: 'unknown' })
    expect(paid.message).toContain('within 0.05 s')
    expect((await errorOf(client.wallet())).message).toContain('within 0.05 s')
    const own = await errorOf(client.wallet({ timeoutMs: 20 }))
    expect(own.message).toContain('within 0.02 s')
    const events = client.stream('answer', { query: 'q' })
    expect(await errorOf(events.next())).toMatchObject({ code: 'TIMED_OUT' })
  })

  it.each([
    ['before the reply', silence],
    ['within the reply', { write: response => response.writeHead(200).write('{') }],
  ] as [string, StubReply][])('ends at the time limit %s', async (_when, said) => {
    reply(said)
    const { client } = open()
    const paid = await errorOf(client.answer({ query: 'q' }, { timeoutMs: 50 }))
    expect(paid).toBeInstanceOf(TimeoutError)
    expect(paid).toMatchObject({ code: 'TIMED_OUT', money: 'unknown' })
    expect(paid.message).toMatch(/within 0\.05 s.*calls\.retrieve/)
    const free = await errorOf(client.wallet({ timeoutMs: 50 }))
    expect(free).toMatchObject({ code: 'TIMED_OUT', money: 'not_charged' })
  })

  it('ends with the reason when the caller aborts, and leaves no listener', async () => {
    const caller = new AbortController()
    const listeners = countListeners(caller.signal)
    server.handler = () => {
      caller.abort('no longer')
      return silence
    }
    const error = await errorOf(open().client.answer({ query: 'q' }, { signal: caller.signal }))
    expect(error).toBeInstanceOf(AbortedError)
    expect(error).toMatchObject({ money: 'unknown', cause: 'no longer' })
    expect(listeners()).toBe(0)
  })

  it('leaves no listener on the signal after a successful call', async () => {
    const { signal } = new AbortController()
    const listeners = countListeners(signal)
    const { client } = open()
    for (let i = 0; i < 3; i += 1) await client.wallet({ signal })
    expect(listeners()).toBe(0)
  })

  it('sends nothing if the signal is already aborted', async () => {
    const signal = AbortSignal.abort()
    const error = await errorOf(open().client.answer({ query: 'q' }, { signal }))
    expect(error).toMatchObject({ code: 'ABORTED', money: 'not_charged' })
    expect(server.requests).toEqual([])
  })

  it('reports nothing charged if nothing is listening', async () => {
    await server.close()
    const error = await errorOf(open({ maxRetries: 0 }).client.answer({ query: 'q' }))
    server = await startStubUpstream()
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ code: 'NO_REPLY', money: 'not_charged' })
    expect(error.message).toMatch(/Could not connect to http:.*FOOTNOTE_BASE_URL/)
  })

  it('never shows the key in an error', async () => {
    const { client } = open({ maxRetries: 0 })
    reply(cut)
    const error = await errorOf(client.wallet())
    const seen = [client, client.tasks, error].flatMap(thing => [
      inspect(thing, { depth: 9, showHidden: true }),
      JSON.stringify(thing),
      String(thing),
    ])
    expect(seen.join()).not.toContain(TEST_KEY)
  })
})

it('stops waiting to retry when the caller aborts, with nothing charged', async () => {
  reply(errorReply('SERVICE_UNAVAILABLE'))
  const caller = new AbortController()
  const { client } = openClient(server.url, {
    pause: async () => {
      caller.abort('no longer')
      throw caller.signal.reason
    },
  })
  const error = await errorOf(client.answer({ query: 'q' }, { signal: caller.signal }))
  expect(error).toMatchObject({ code: 'ABORTED', money: 'not_charged', cause: 'no longer' })
  expect(server.requests).toHaveLength(1)
})

it('does not wait more than a minute for a Retry-After', async () => {
  reply(errorReply('SERVICE_UNAVAILABLE', { 'retry-after': '3600' }))
  const { client, pausesMs } = openClient(server.url)
  const error = await errorOf(client.wallet())
  expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 3_600 })
  expect(pausesMs).toEqual([])
})

it('keeps the time limit if the clock changes', async () => {
  reply(errorReply('SERVICE_UNAVAILABLE'), good)
  const { client } = openClient(server.url, {
    pause: async () => {
      vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
    },
  })
  await expect(client.wallet({ timeoutMs: 20_000 })).resolves.toEqual(balance)
})

it('does not start a pause that exceeds the time limit', async () => {
  reply(errorReply('SERVICE_UNAVAILABLE', { 'retry-after': '30' }))
  const { client, pausesMs } = openClient(server.url)
  const error = await errorOf(client.wallet({ timeoutMs: 20_000 }))
  expect(error.code).toBe('SERVICE_UNAVAILABLE')
  expect(pausesMs).toEqual([])
})

it('reuses connections for free calls, and opens a new one for each paid call', async () => {
  const ports = new Set<unknown>()
  server.handler = () => ({
    write: response => {
      ports.add(response.socket?.remotePort)
      response.end('{}')
    },
  })
  const { client } = openClient(server.url)
  for (let i = 0; i < 12; i += 1) await client.wallet()
  expect(ports.size).toBe(1)
  for (let i = 0; i < 3; i += 1) await client.answer({ query: 'q' })
  expect(ports.size).toBe(4)
})

it('fails at once if the connection closes without an error', async () => {
  server.handler = () => ({
    write: response =>
      response.socket?.end(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
      ),
  })
  const error = await errorOf(openClient(server.url).client.answer({ query: 'q' }))
  expect(error).toMatchObject({ code: 'NO_REPLY', money: 'unknown' })
})

it('rejects an invalid time limit', async () => {
  const { client } = openClient(server.url)
  await expect(client.wallet({ timeoutMs: 0 })).rejects.toThrow(RangeError)
  await expect(client.wallet({ timeoutMs: Number.NaN })).rejects.toThrow(RangeError)
  expect(server.requests).toEqual([])
})

it('sends any other request of the API, with the same retries', async () => {
  reply(errorReply('NOT_FOUND'))
  const { client } = openClient(`${server.url}/behind/a/proxy/`)
  await expect(client.send({ method: 'GET', path: '/api/v1/new' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    requestId: 'a-request',
  })
  expect(server.requests).toMatchObject([{ path: '/behind/a/proxy/api/v1/new' }])
  await expect(client.send({ method: 'GET', path: 'api' })).rejects.toThrow(TypeError)
})

/** How many listeners a signal has at the moment. */
function countListeners(signal: AbortSignal): () => number {
  let count = 0
  const { addEventListener, removeEventListener } = signal
  signal.addEventListener = (...given: Parameters<typeof addEventListener>) => {
    count += 1
    return addEventListener.apply(signal, given)
  }
  signal.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
    count -= 1
    return removeEventListener.apply(signal, given)
  }
  return () => count
}
