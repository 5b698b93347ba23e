import { channel } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { setImmediate as immediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createServiceCaller,
  type ServiceCall,
  type ServiceCaller,
  type ServiceOptions,
} from './service-caller.ts'
import { type SeenRequest, startServer, type TestServer } from './testing/start-server.ts'
import type { Clock } from './turns.ts'

type Answer = (response: ServerResponse, request: SeenRequest) => unknown

let server: TestServer
let answers: Answer[]
let now: number
/** How long was waited, in order. Waiting takes no time but moves the clock. */
let waits: number[]
const clock: Clock = {
  now: () => now,
  async sleep(ms, signal) {
    signal.throwIfAborted()
    waits.push(ms)
    const end = now + ms
    await immediate()
    now = Math.max(now, end)
  },
}
const callers: ServiceCaller[] = []

const good: Answer = response => response.end('{"good":true}')
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  response =>
    response.writeHead(code, headers).end('{"secret":"text of the reply"}')

beforeEach(async () => {
  now = 1_000_000
  waits = []
  answers = []
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  // The last answer is given again and again.
  server = await startServer((request, response) => {
    const next = answers.length > 1 ? answers.shift() : answers[0]
    return next?.(response, request)
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(callers.splice(0).map(caller => caller.close()))
  await server.close()
})

function call(options: Partial<ServiceOptions> = {}) {
  const caller = createServiceCaller(
    { name: 'Sample', baseUrl: server.url, ...options },
    { clock, jitter: () => 0.5 },
  )
  callers.push(caller)
  return (path = '/find', each: Partial<ServiceCall> = {}) =>
    caller.json(path, { timeoutMs: 5_000, ...each })
}

describe('what is sent', () => {
  it('goes below the path of the address, with the query, the headers and the user of the address', async () => {
    answers = [good]
    const baseUrl = `${server.url.replace('//', '//me:p%40ss@')}/below/`
    const query = { q: 'a b&c', page: 2, none: undefined }
    const send = call({ baseUrl, headers: { 'X-Key': 'own', 'User-Agent': 'Test' } })
    expect(await send('/find', { query, headers: { 'x-key': 'of the call' } })).toEqual({
      good: true,
    })
    expect(server.requests).toMatchObject([
      {
        method: 'GET',
        path: '/below/find',
        query: { q: 'a b&c', page: '2' },
        headers: {
          'x-key': 'of the call',
          'user-agent': 'Test',
          'accept-encoding': 'gzip',
          authorization: `Basic ${btoa('me:p@ss')}`,
        },
      },
    ])
    expect(server.requests[0]?.query).not.toHaveProperty('none')
  })

  it('has the password as it is where it escapes nothing', async () => {
    answers = [good]
    await call({ baseUrl: server.url.replace('//', '//me:50%@') })()
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${btoa('me:50%')}`)
  })

  it('is JSON where there is a body', async () => {
    answers = [good]
    await call()('/', { method: 'POST', body: { a: [1] } })
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      body: '{"a":[1]}',
      headers: { 'content-type': 'application/json' },
    })
  })
})

describe('what is taken for a reply', () => {
  it('is JSON whatever its type says, compressed or not', async () => {
    answers = [
      response => response.writeHead(200, { 'content-type': 'text/html' }).end('[1]'),
      response =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"packed":1}')),
    ]
    const send = call()
    expect(await send()).toEqual([1])
    expect(await send()).toEqual({ packed: 1 })
  })

  it('comes whole in however many pieces', async () => {
    const long = 'x'.repeat(150_000)
    answers = [
      response => {
        for (const piece of ['"', ...(long.match(/.{1,999}/g) ?? []), '"']) response.write(piece)
        response.end()
      },
    ]
    expect(await call()()).toBe(long)
  })

  it.each<[string, Answer, RegExp]>([
    ['HTML', response => response.end('<html>the secret</html>'), /Sample sent .* no JSON$/],
    ['cut off', response => response.end('{"secret":'), /no JSON$/],
    ['broken gzip', gzipped(Buffer.from('no gzip')), /broken$/],
    ['an unknown encoding', encoded('rot13', 'x'), /packed/],
    ['larger than it may be', response => response.end(`"${'x'.repeat(2000)}"`), /larger than/],
    ['a bomb', gzipped(gzipSync(Buffer.alloc(5_000_000, ' '))), /larger than/],
    ['a redirect', status(302, { location: 'http://169.254.169.254/' }), /302.*check its address/],
    ['a connection that breaks', response => response.destroy(), /cannot be reached/],
    ['a key that is wrong', status(401), /401; check its key/],
    ['an error', status(500), /status 500$/],
  ])('is not %s, which is an error without its text', async (_, answer, message) => {
    answers = [answer]
    const error = (await call()('/', { maxBytes: 1024 }).catch(error => error)) as Error
    expect(error).toMatchObject({ name: 'ServiceError', service: 'Sample' })
    expect(error.message).toMatch(message)
    expect(JSON.stringify(error) + error.message + error.cause).not.toMatch(/secret/)
    expect(server.requests).toHaveLength(1)
  })

  it('is a refusal of whoever does not say who asks, where that is what the service goes by', async () => {
    answers = [status(403)]
    const send = call({ headers: { 'User-Agent': 'Test me' } })
    await expect(send()).rejects.toThrow(/403; check that FOOTNOTE_CONTACT/)
  })

  it('does not come after the time of the call', async () => {
    answers = [() => {}]
    await expect(call()('/', { timeoutMs: 50 })).rejects.toThrow('did not answer within 0.05 s')
  })

  it('does not come when the caller no longer wants it, and then with the caller’s reason', async () => {
    const stop = new AbortController()
    answers = [() => stop.abort(new Error('enough'))]
    await expect(call()('/', { signal: stop.signal })).rejects.toThrow('enough')
  })
})

function encoded(encoding: string, body: string | Buffer): Answer {
  return response => response.writeHead(200, { 'content-encoding': encoding }).end(body)
}
function gzipped(body: Buffer): Answer {
  return encoded('gzip', body)
}

describe('what is sent again', () => {
  it('is a call for which no connection was made, once', async () => {
    const { url } = server
    await server.close()
    const errors = channel('undici:client:connectError')
    let refusals = 0
    const count = () => {
      refusals += 1
    }
    errors.subscribe(count)
    await expect(call({ baseUrl: url })()).rejects.toThrow('cannot be reached (ECONNREFUSED)')
    errors.unsubscribe(count)
    expect({ refusals, waits }).toEqual({ refusals: 2, waits: [400] })
    server = await startServer(() => {})
  })

  it.each([429, 503])('is a call answered with %i, once', async code => {
    answers = [status(code), good]
    expect(await call()()).toEqual({ good: true })
    answers = [status(code)]
    await expect(call()()).rejects.toMatchObject({ status: code })
    expect(server.requests).toHaveLength(4)
  })

  it('is sent when the service allows it again', async () => {
    answers = [status(429, { 'retry-after': '3' }), good]
    expect(await call()()).toEqual({ good: true })
    expect(waits).toEqual([3000])
  })

  it('is nothing that was taken in and then failed', async () => {
    answers = [response => response.writeHead(200).write('{', () => response.destroy())]
    await expect(call()()).rejects.toThrow('cannot be reached')
    answers = [status(500)]
    await expect(call()()).rejects.toThrow('500')
    expect(server.requests).toHaveLength(2)
  })
})

describe('a service that asks to be left alone', () => {
  it('is left alone: calls fail at once while it rests, and wait where it is over in time', async () => {
    answers = [status(429, { 'retry-after': '30' }), good]
    const send = call()
    await expect(send()).rejects.toMatchObject({ status: 429 })
    await expect(send()).rejects.toThrow('left alone for another 30 s')
    expect({ waits, requests: server.requests.length }).toEqual({ waits: [], requests: 1 })
    now += 28_000
    expect(await send()).toEqual({ good: true })
    expect(waits).toEqual([2000])
  })

  it('may say until when, but is asked again after a minute at the latest', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString()
    answers = [status(503, { 'retry-after': inAnHour }), good]
    const send = call()
    await expect(send()).rejects.toMatchObject({ status: 503 })
    await expect(send()).rejects.toThrow('another 60 s')
    now += 60_000
    expect(await send()).toEqual({ good: true })
  })
})

describe('a service that is down', () => {
  it('is not asked any more after five failures, until its pause is over', async () => {
    answers = [status(500)]
    const send = call({ pauseMs: 10_000 })
    for (let time = 0; time < 5; time += 1) await expect(send()).rejects.toThrow('500')
    await expect(send()).rejects.toThrow('left alone for 10 s')
    expect(server.requests).toHaveLength(5)
    now += 10_000
    answers = [good]
    expect(await send()).toEqual({ good: true })
    expect(await send()).toEqual({ good: true })
  })

  it.each([401, 403])('is what answers %i once: a wrong key does not get better', async code => {
    answers = [status(code)]
    const send = call()
    await expect(send()).rejects.toMatchObject({ status: code })
    await expect(send()).rejects.toThrow('left alone')
    expect(server.requests).toHaveLength(1)
  })

  it('is not what refuses a call as such', async () => {
    answers = [status(404)]
    const send = call()
    for (let time = 0; time < 7; time += 1) await expect(send()).rejects.toThrow('404')
    expect(server.requests).toHaveLength(7)
  })

  it('is not what callers leave', async () => {
    const send = call()
    for (let time = 0; time < 7; time += 1) {
      const stop = new AbortController()
      answers = [() => stop.abort()]
      await expect(send('/', { signal: stop.signal })).rejects.toThrow('aborted')
    }
    answers = [good]
    expect(await send()).toEqual({ good: true })
  })
})

describe('so many calls a second', () => {
  it('are sent at most, in the order in which they came', async () => {
    answers = [good]
    const send = call({ callsPerSecond: 4 })
    for (let time = 0; time < 4; time += 1) await send()
    expect(waits).toEqual([250, 250, 250])
  })

  it('leave no turn in time for some, which are refused at once', async () => {
    answers = [good]
    const send = call({ callsPerSecond: 2 })
    const calls = [1, 2, 3, 4].map(() => send('/', { timeoutMs: 900 }))
    const states = (await Promise.allSettled(calls)).map(({ status }) => status)
    expect(states).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
    expect(server.requests).toHaveLength(2)
  })
})

it('a call without any time left is not sent', async () => {
  answers = [good]
  await expect(call()('/', { timeoutMs: -0.5 })).rejects.toThrow('no time was left')
  expect(server.requests).toHaveLength(0)
})
