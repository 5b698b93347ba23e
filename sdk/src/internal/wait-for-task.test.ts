import { errors } from '@footnote/contract/errors'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type StubReply,
  type StubUpstream,
  startStubUpstream,
} from '../../../server/src/testing/stubs/stub-upstream.ts'
import { AbortedError, TimeoutError } from '../core/client-errors.ts'
import type { Progress } from '../core/task-types.ts'
import { errorReply } from '../testing/error-reply.ts'
import { openClient } from '../testing/open-client.ts'

const ID = '019a8467-3c1e-7c44-9d0e-5b1f6f1a2b3c'
const output = { content: 'A report.', content_type: 'text', sources: [] }
const noEvents: StubReply = { status: 404, body: 'Not Found' }
const cut: StubReply = { write: response => response.destroy() }

function state(status: string, more: object = {}): StubReply {
  return { headers: { 'retry-after': '5' }, body: { task_id: ID, status, expires_at: '', ...more } }
}
const completed = state('completed', { result: { output } })

/** A stream that stays open. */
function stream(...events: string[]): StubReply {
  return {
    write: response => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      response.write(`: still here\n\n${events.map(event => `${event}\n\n`).join('')}`)
    },
  }
}

let server: StubUpstream
let looks: StubReply[]
let events: (request: StubUpstream['requests'][number]) => StubReply
beforeEach(async () => {
  looks = []
  events = () => noEvents
  server = await startStubUpstream(request => {
    if (request.path.endsWith('/events')) return events(request)
    return looks.shift() ?? state('running')
  })
})
afterEach(() => server.close())

const countLooks = () => server.requests.filter(({ path }) => path.endsWith(ID)).length
/** Lasts until the wait is over, or the events end it. */
const forever = (_pauseMs: number, signal?: AbortSignal) =>
  new Promise<void>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

describe('waiting', () => {
  it('returns the task once it is completed, polling at the recommended interval', async () => {
    looks = [state('queued'), state('running'), state('paused'), completed]
    const { client, pausesMs } = openClient(server.url)
    await expect(client.tasks.wait(ID)).resolves.toMatchObject({ task_id: ID, result: { output } })
    expect(pausesMs).toHaveLength(3)
    for (const pauseMs of pausesMs) {
      expect(pauseMs).toBeGreaterThanOrEqual(5_000)
      expect(pauseMs).toBeLessThanOrEqual(15_000)
    }
  })

  it("applies the client's time limit to each poll, not to the wait", async () => {
    const silence: StubReply = { write() {} }
    server.handler = ({ path }) => {
      if (path.endsWith('/events')) return noEvents
      return countLooks() === 1 ? silence : completed
    }
    const { client } = openClient(server.url, { timeoutMs: 500 })
    const { data, status } = await client.tasks.wait(ID, { include: ['evidence'] }).withResponse()
    expect([data.status, status]).toEqual(['completed', 200])
    const polls = server.requests.filter(({ path }) => path.endsWith(ID))
    expect(polls.length).toBeGreaterThan(1)
    for (const { headers } of polls) expect(headers['footnote-include']).toBe('evidence')
  })

  it('returns an ended task without waiting or opening a stream', async () => {
    looks = [completed]
    const { client, pausesMs } = openClient(server.url)
    await client.tasks.wait(ID)
    expect(pausesMs).toEqual([])
    expect(server.requests).toHaveLength(1)
  })

  it('throws for a failed and refunded task', async () => {
    const message = 'No source supports an answer.'
    looks = [state('running'), state('failed', { code: 'QUERY_FAILED_REFUNDED', message })]
    await expect(openClient(server.url).client.tasks.wait(ID)).rejects.toMatchObject({
      name: 'QueryFailedRefundedError',
      message: expect.stringContaining(message),
      money: 'refunded',
      requestId: ID,
    })
  })

  it('throws the general message if an older service sends none', async () => {
    looks = [state('failed', { code: 'QUERY_FAILED_REFUNDED' })]
    await expect(openClient(server.url).client.tasks.wait(ID)).rejects.toMatchObject({
      message: expect.stringContaining(errors.QUERY_FAILED_REFUNDED.message),
    })
  })

  it('keeps polling after failed polls', async () => {
    looks = [
      errorReply('JOB_POLL_FAILED', { 'retry-after': '40' }),
      errorReply('SERVICE_UNAVAILABLE'),
      cut,
      { status: 404, body: '<html>' },
      completed,
    ]
    const { client, pausesMs } = openClient(server.url)
    await expect(client.tasks.wait(ID)).resolves.toMatchObject({ status: 'completed' })
    expect(pausesMs[0]).toBe(40_000)
  })

  it('throws the last error after too many failed polls', async () => {
    looks = Array.from({ length: 40 }, () => errorReply('JOB_POLL_FAILED'))
    await expect(openClient(server.url).client.tasks.wait(ID)).rejects.toMatchObject({
      code: 'JOB_POLL_FAILED',
    })
    expect(countLooks()).toBe(20)
  })

  it.each(['JOB_NOT_FOUND', 'JOB_EXPIRED', 'INVALID_API_KEY'] as const)(
    'ends at once with %s',
    async code => {
      looks = [errorReply(code)]
      await expect(openClient(server.url).client.tasks.wait(ID)).rejects.toMatchObject({ code })
      expect(countLooks()).toBe(1)
    },
  )

  it.each(['', ' ', '..', '.'])('rejects an id that would change the path: %j', async taskId => {
    const { client } = openClient(server.url)
    await expect(client.tasks.wait(taskId)).rejects.toThrow(TypeError)
    await expect(client.tasks.retrieve(taskId)).rejects.toThrow(TypeError)
    await expect(client.tasks.events(taskId).next()).rejects.toThrow(TypeError)
    expect(server.requests).toEqual([])
  })

  it('encodes the id in the path', async () => {
    await openClient(server.url).client.tasks.retrieve('../usage?a=$&')
    expect(server.requests).toMatchObject([{ path: '/api/v1/research/..%2Fusage%3Fa%3D%24%26' }])
  })
})

describe('events', () => {
  it('end a pause as soon as the task has ended', async () => {
    looks = [state('running'), completed]
    events = () => stream('event: state\ndata: {"status":"completed"}')
    const { client } = openClient(server.url, { pause: forever })
    await expect(client.tasks.wait(ID)).resolves.toMatchObject({ status: 'completed' })
    expect(countLooks()).toBe(2)
  })

  it('end a pause only once: if a poll disagrees, later pauses run in full', async () => {
    looks = [state('running'), state('running'), completed]
    events = () => stream('event: state\ndata: {"status":"completed"}')
    const wholePauses: number[] = []
    const { client } = openClient(server.url, {
      async pause(pauseMs, signal) {
        if (wholePauses.length === 0 && countLooks() === 1) await forever(pauseMs, signal)
        wholePauses.push(pauseMs)
      },
    })
    await client.tasks.wait(ID)
    expect(wholePauses).toHaveLength(1)
  })

  it('are reported once each, merged with the polls, and resumed after a break', async () => {
    looks = [state('queued'), state('running'), state('queued')]
    const resumedAfter: unknown[] = []
    events = ({ headers }) => {
      resumedAfter.push(headers['last-event-id'])
      if (resumedAfter.length > 1) looks.push(completed)
      return {
        write: response => {
          response.writeHead(200, { 'content-type': 'text/event-stream' })
          response.end(
            resumedAfter.length > 1
              ? ''
              : 'event: state\ndata: {"status":"running"}\n\n' +
                  'id: 7\nevent: progress\ndata: {"stage":"searching","counts":{"sources":2}}\n\n' +
                  'id: 8\nevent: surprise\ndata: {}\n\nevent: progress\ndata: no JSON\n\n' +
                  'id: 9\nevent: progress\ndata: {"stage":"searching","counts":{"sources":2}}\n\n',
          )
        },
      }
    }
    const told: Progress[] = []
    const { client } = openClient(server.url, {
      pause: () => new Promise(resolve => setImmediate(resolve)),
    })
    await client.tasks.wait(ID, { onProgress: progress => told.push(progress) })
    const searching = { stage: 'searching', counts: { sources: 2 } }
    expect(told).toEqual([
      { status: 'queued' },
      { status: 'running' },
      { status: 'running', ...searching },
      { status: 'completed', ...searching },
    ])
    expect(resumedAfter.slice(0, 2)).toEqual([undefined, '9'])
  })

  it('can be read one by one, without unknown kinds', async () => {
    events = ({ headers }) =>
      stream(
        'event: state\ndata: {"status":"running"}',
        'event: surprise\ndata: {}',
        `id: 8\nevent: progress\ndata: {"stage":"after ${headers['last-event-id']}"}`,
      )
    const received: unknown[] = []
    const { client } = openClient(server.url)
    for await (const event of client.tasks.events(ID, { lastEventId: '7' })) {
      received.push(event)
      if (received.length === 2) break
    }
    expect(received).toEqual([
      { event: 'state', data: { status: 'running' } },
      { event: 'progress', data: { stage: 'after 7', counts: {} }, id: '8' },
    ])
  })

  it('throw on an error of the service, a broken stream, and an abort', async () => {
    const { client } = openClient(server.url)
    const read = async (signal?: AbortSignal) => {
      for await (const _ of client.tasks.events(ID, { signal }));
    }
    events = () => errorReply('JOB_EXPIRED')
    await expect(read()).rejects.toMatchObject({ name: 'JobExpiredError' })
    events = () => noEvents
    await expect(read()).rejects.toMatchObject({ code: 'UNEXPECTED_REPLY', status: 404 })
    events = () => ({
      write: response => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(': still here\n\n', () => response.destroy())
      },
    })
    await expect(read()).rejects.toMatchObject({ code: 'NO_REPLY', money: 'not_charged' })
    const caller = new AbortController()
    events = () => {
      setImmediate(() => caller.abort('enough'))
      return stream()
    }
    await expect(read(caller.signal)).rejects.toMatchObject({ code: 'ABORTED', cause: 'enough' })
  })
})

describe('a wait that ends early', () => {
  /** Resolves when the client has hung up on a stream. */
  function watchHangUp(): Promise<void> {
    const hungUp = Promise.withResolvers<void>()
    events = () => ({
      write: response => {
        response.once('close', hungUp.resolve)
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.flushHeaders()
      },
    })
    return hungUp.promise
  }

  it('by its signal: throws AbortedError and closes the stream', async () => {
    const hungUp = watchHangUp()
    const caller = new AbortController()
    const { client } = openClient(server.url, {
      async pause(pauseMs, signal) {
        await vi.waitFor(() => expect(server.requests).toHaveLength(2))
        caller.abort('enough')
        await forever(pauseMs, signal)
      },
    })
    const wait = client.tasks.wait(ID, { signal: caller.signal })
    await expect(wait).rejects.toBeInstanceOf(AbortedError)
    await expect(wait).rejects.toMatchObject({ money: 'not_charged', cause: 'enough' })
    await hungUp
  })

  it('by its time limit: says that the task keeps running and how to resume', async () => {
    const { client } = openClient(server.url, { pause: forever })
    const wait = client.tasks.wait(ID, { timeoutMs: 20 })
    await expect(wait).rejects.toBeInstanceOf(TimeoutError)
    await expect(wait).rejects.toThrow(`It keeps running; call tasks.wait('${ID}') to resume.`)
  })

  it.each([
    ['a look', () => noEvents],
    ['an event', () => stream('event: progress\ndata: {"stage":"searching"}')],
  ])(
    'by what onProgress throws about %s: with just that, and the task can be waited for again',
    async (source, open) => {
      events = open
      const fault = new Error('no room on the screen')
      const onProgress = ({ stage }: Progress) => {
        if (source === 'a look' || stage) throw fault
      }
      const { client } = openClient(server.url, { pause: forever })
      await expect(client.tasks.wait(ID, { onProgress })).rejects.toBe(fault)
      looks = [completed]
      await expect(client.tasks.wait(ID)).resolves.toMatchObject({ result: { output } })
    },
  )

  it('by an error of an async onProgress', async () => {
    const fault = new Error('no room on the screen')
    const onProgress = async () => {
      throw fault
    }
    const { client } = openClient(server.url)
    await expect(client.tasks.wait(ID, { onProgress })).rejects.toBe(fault)
  })
})
