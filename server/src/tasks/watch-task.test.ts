import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { abandonCharge } from '../testing/scenes/abandon-charge.ts'
import { openEvents } from '../testing/scenes/open-events.ts'
import { completedReply, cutConnection, taskReply } from '../testing/scenes/play-tasks.ts'
import { startAnotherService } from '../testing/scenes/start-another-service.ts'
import {
  captured,
  held,
  refundedFor,
  type SceneTask,
  startTaskScene,
  type TaskScene,
} from '../testing/scenes/task-scene.ts'
import type { StubHandler, StubReply } from '../testing/stubs/stub-upstream.ts'

let scene: TaskScene
beforeAll(async () => {
  scene = await startTaskScene({ FOOTNOTE_SWEEP_SECONDS: '3600' })
})
afterAll(() => scene.close())

const state = (status: string) => ({ event: 'state', data: { status } })
const progress = (stage: string, counts: object = {}, id?: string) => ({
  ...(id !== undefined && { id }),
  event: 'progress',
  data: { stage, counts },
})

const watch = (
  task: { id: string },
  {
    lastEventId,
    serviceUrl = scene.service.url,
  }: { lastEventId?: string; serviceUrl?: string } = {},
) =>
  openEvents(`${serviceUrl}/api/v1/research/${task.id}/events`, {
    key: scene.payer.key,
    ...(lastEventId !== undefined && { lastEventId }),
  })

/** An upstream's stream that sends this text and then calls a function. */
const streamOf =
  (text: string, then: (response: ServerResponse) => unknown = response => response.end()) =>
  (): StubReply => ({
    write(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(text)
      then(response)
    },
  })

const frame = (name: string, data: object = {}, id?: number) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** The replies to polls in order; the last one repeats. */
const inTurn = (...replies: StubHandler[]): StubHandler => {
  let turn = 0
  return request => {
    const reply = replies[Math.min(turn, replies.length - 1)] ?? completedReply
    turn += 1
    return reply(request)
  }
}

describe('a stream of events', () => {
  it('has the state, then progress, then the final state, and ends', async () => {
    const task = await scene.submit()
    task.becomes(completedReply)
    task.remote.stream = streamOf(
      frame('connected') +
        frame('searching', { queries: 3 }, 1) +
        frame('source', { url: 'https://a.example/', title: 'A', text: 'x' }) +
        'event: ping\n\n' +
        frame('ping') +
        frame('some.new_name', { sources: 12, note: 'x' }, 2) +
        frame('completed'),
    )
    const events = await watch(task)
    expect(events.response.status).toBe(200)
    expect(Object.fromEntries(events.response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': expect.any(String),
    })
    expect(await events.rest()).toEqual([
      state('queued'),
      progress('searching', { queries: 3 }, '1'),
      { event: 'source', data: { url: 'https://a.example/', title: 'A' } },
      progress('some.new_name', { sources: 12 }, '2'),
      state('completed'),
    ])
    // Results come by retrieval alone, and only that is paid.
    expect(await task.facts()).toEqual({ state: 'completed', ...held })
    await task.retrieve()
    expect(await task.facts()).toEqual({ state: 'completed', ...captured })
  })

  it('never has content', async () => {
    const task = await scene.submit()
    const secret = 'SECRET'
    task.becomes(
      taskReply({
        status: 'completed',
        result: { output: { content: secret, content_type: 'text', sources: [{ url: secret }] } },
      }),
    )
    task.remote.stream = streamOf(
      `: ${secret}\n\n` +
        frame('connected', { input: secret }) +
        frame('response.output_text.delta', { delta: secret, parts: [secret], pages: 1 }) +
        frame('reading', { counts: { url: secret }, source: { title: secret } }) +
        frame('x', { [`a ${secret}`]: 1 }) +
        frame(`a ${secret}`, { n: 1 }) +
        `event: y\nid: ${secret}\ndata: ${secret}\n\n` +
        `data: ${secret}\n\n` +
        frame('completed', { answer: secret }) +
        frame('late', { answer: secret }),
    )
    const events = await watch(task)
    expect(await events.rest()).toEqual([
      state('queued'),
      progress('response.output_text.delta', { pages: 1 }),
      progress('reading'),
      progress('x'),
      progress('y'),
      state('completed'),
    ])
    expect(events.text()).not.toContain(secret)
    expect([...events.response.headers].join()).not.toContain(secret)
  })

  it.each([
    ['completed', completedReply, 'completed'],
    ['complete', completedReply, 'completed'],
    ['response.done', completedReply, 'completed'],
    ['failed', taskReply({ status: 'failed' }), 'failed'],
    ['error', taskReply({ status: 'failed' }), 'failed'],
    ['cancelled', taskReply({ status: 'cancelled' }), 'failed'],
  ])('ends with the state that the service itself finds: %s', async (name, reply, end) => {
    const task = await scene.submit()
    task.becomes(reply)
    task.remote.stream = streamOf(frame('x') + frame(name), () => {})
    expect(await (await watch(task)).rest()).toEqual([state('queued'), progress('x'), state(end)])
  })

  it('refunds a task that has failed', async () => {
    const task = await scene.submit()
    task.becomes(taskReply({ status: 'failed' }))
    task.remote.stream = streamOf(frame('failed'))
    expect(await (await watch(task)).rest()).toEqual([state('queued'), state('failed')])
    expect(await task.facts()).toEqual({ state: 'failed', ...refundedFor('task_failed') })
  })

  it('waits for a stored state that lags behind the stream', async () => {
    const task = await scene.submit()
    task.becomes(inTurn(taskReply({ status: 'running' }), completedReply))
    task.remote.stream = streamOf(frame('completed'))
    expect(await (await watch(task)).rest()).toEqual([
      state('queued'),
      state('running'),
      state('completed'),
    ])
  })

  it('of a task that has ended is its state alone', async () => {
    const [paid, failed] = await Promise.all([scene.submit(), scene.submit()])
    paid.becomes(completedReply)
    failed.becomes(taskReply({ status: 'failed' }))
    await Promise.all([paid.retrieve(), failed.retrieve()])
    expect(await (await watch(paid)).rest()).toEqual([state('completed')])
    expect(await (await watch(failed)).rest()).toEqual([state('failed')])
    expect([paid.remote.looks, failed.remote.looks]).toEqual([1, 1])
  })

  it('of a task that is being submitted begins with that', async () => {
    const id = await abandonCharge(scene.database, {
      accountId: scene.payer.accountId,
      task: { lifetimeMs: 86_400_000, upstreamId: 1, structured: false },
    })
    const events = await watch({ id })
    expect(await events.next()).toEqual(state('submitting'))
    events.hangUp()
  })
})

describe.concurrent('if the upstream’s stream fails, there are states alone', () => {
  it.each<[string, StubHandler]>([
    ['404', () => ({ status: 404, body: { detail: 'Not Found' } })],
    ['500', () => ({ status: 500, body: {} })],
    ['429', () => ({ status: 429, body: {} })],
    ['another type', () => ({ body: { status: 'completed' } })],
    ['a cut connection', () => cutConnection],
  ])('%s', async (_case, stream) => {
    const task = await scene.submit()
    task.becomes(inTurn(taskReply({ status: 'running' }), completedReply))
    task.remote.stream = stream
    expect(await (await watch(task)).rest()).toEqual([
      state('queued'),
      state('running'),
      state('completed'),
    ])
  })

  it('breaks off', async () => {
    const task = await scene.submit()
    task.becomes(completedReply)
    task.remote.stream = streamOf(`${frame('x', {}, 1)}event: half`, response =>
      setImmediate(() => response.destroy()),
    )
    const events = await (await watch(task)).rest()
    expect(events[0]).toEqual(state('queued'))
    expect(events.at(-1)).toEqual(state('completed'))
  })

  it('is never answered', async () => {
    const task = await scene.submit()
    task.becomes(completedReply)
    task.remote.stream = () => ({ write: () => {} })
    expect(await (await watch(task)).rest()).toEqual([state('queued'), state('completed')])
  })
})

describe('many watchers of one task', () => {
  /** Watchers of a task whose stream the test writes. */
  async function watchTogether(count: number) {
    const task = await scene.submit()
    const streams: ServerResponse[] = []
    task.remote.stream = streamOf(frame('a', {}, 1), response => streams.push(response))
    const watchers = []
    for (let index = 0; index < count; index += 1) {
      const events = await watch(task)
      expect(await events.next()).toEqual(state('queued'))
      expect(await events.next()).toEqual(progress('a', {}, '1'))
      watchers.push(events)
    }
    return { task, streams, watchers, write: (text: string) => streams.at(-1)?.write(text) }
  }

  it('cost the upstream one stream, and each gets every event in order', async () => {
    const { task, streams, watchers, write } = await watchTogether(10)
    write(frame('b', {}, 2) + frame('c', {}, 3))
    task.becomes(completedReply)
    write(frame('completed'))
    const rest = [progress('b', {}, '2'), progress('c', {}, '3'), state('completed')]
    for (const events of watchers) expect(await events.rest()).toEqual(rest)
    expect(streams.length).toBe(1)
  })

  it('continue when one of them leaves, and the last one to leave ends the stream', async () => {
    const { streams, watchers, write } = await watchTogether(3)
    const [first, second, third] = watchers
    const closed = once(streams[0] as ServerResponse, 'close')
    first?.hangUp()
    write(frame('b', {}, 2))
    for (const events of [second, third]) {
      expect(await events?.next()).toEqual(progress('b', {}, '2'))
    }
    expect(streams[0]?.closed).toBe(false)
    second?.hangUp()
    third?.hangUp()
    await closed
  })

  it('each get what they missed, wherever they resume', async () => {
    const { task, streams, watchers, write } = await watchTogether(1)
    task.remote.stream = request =>
      streamOf(
        [1, 2, 3]
          .filter(id => id > Number(/from_id=(\d+)/.exec(request.path)?.[1] ?? 0))
          .map(id => frame(`stage-${id}`, {}, id))
          .join(''),
        response => streams.push(response),
      )()
    const closed = once(streams[0] as ServerResponse, 'close')
    watchers[0]?.hangUp()
    await closed
    // The first resumes in the middle, and the next needs earlier events than its stream has.
    const resumed = await watch(task, { lastEventId: '2' })
    expect(await resumed.next()).toEqual(state('queued'))
    expect(await resumed.next()).toEqual(progress('stage-3', {}, '3'))
    const late = await watch(task)
    expect(await late.next()).toEqual(state('queued'))
    for (const id of ['1', '2', '3']) {
      expect(await late.next()).toEqual(progress(`stage-${id}`, {}, id))
    }
    write(frame('last', {}, 4))
    task.becomes(completedReply)
    write(frame('completed'))
    const rest = [progress('last', {}, '4'), state('completed')]
    expect(await resumed.rest()).toEqual(rest)
    expect(await late.rest()).toEqual(rest)
  })
})

describe('resuming', () => {
  it('asks the upstream for events after the last one, and repeats none', async () => {
    const task = await scene.submit()
    const asked: string[] = []
    task.becomes(completedReply)
    task.remote.stream = request => {
      asked.push(request.path)
      return streamOf(
        frame('old', {}, 6) + frame('old', {}, 7) + frame('new', {}, 8) + frame('completed'),
      )()
    }
    expect(await (await watch(task, { lastEventId: '7' })).rest()).toEqual([
      state('queued'),
      progress('new', {}, '8'),
      state('completed'),
    ])
    expect(asked).toEqual([
      expect.stringMatching(/^\/v1\/research\/remote-[\w-]+\/stream\?from_id=7$/),
    ])
  })

  it('after the task has ended sends missed events, then the final state', async () => {
    const task = await scene.submit()
    task.becomes(completedReply)
    await task.retrieve()
    task.remote.stream = streamOf(frame('old', {}, 7) + frame('new', {}, 8) + frame('completed'))
    expect(await (await watch(task, { lastEventId: '7' })).rest()).toEqual([
      progress('new', {}, '8'),
      state('completed'),
    ])
    expect(task.remote.looks).toBe(1)
  })

  it('after the task has ended sends the final state if the upstream has no stream', async () => {
    const task = await scene.submit()
    task.becomes(taskReply({ status: 'failed' }))
    await task.retrieve()
    task.remote.stream = () => ({ status: 404, body: { detail: 'Task not found' } })
    expect(await (await watch(task, { lastEventId: '7' })).rest()).toEqual([state('failed')])
  })

  it.each(['', 'abc', '-1', '1; drop', '9'.repeat(19)])(
    'does not pass on an id that no event had: %j',
    async lastEventId => {
      const task = await scene.submit()
      const asked: string[] = []
      task.becomes(completedReply)
      task.remote.stream = request => {
        asked.push(request.path)
        return streamOf(frame('x', {}, 1) + frame('completed'))()
      }
      expect(await (await watch(task, { lastEventId })).rest()).toContainEqual(
        progress('x', {}, '1'),
      )
      expect(asked).toEqual([expect.stringMatching(/\/stream$/)])
    },
  )
})

it('a stopping service ends its streams, to be resumed elsewhere', async () => {
  const stopping = await startAnotherService(scene)
  const task = await scene.submit()
  task.remote.stream = streamOf(frame('x', {}, 1), () => {})
  const events = await watch(task, { serviceUrl: stopping.url })
  expect(await events.next()).toEqual(state('queued'))
  expect(await events.next()).toEqual(progress('x', {}, '1'))
  await stopping.stop()
  expect(await events.rest()).toEqual([])
  expect(await task.facts()).toEqual({ state: 'queued', ...held })
})

describe('hanging up', () => {
  /** A stream that stays open, and the upstream's end of it. */
  async function watchOpen(): Promise<{
    task: SceneTask
    closed: Promise<unknown>
    hangUp(): void
  }> {
    const task = await scene.submit()
    const opened = Promise.withResolvers<ServerResponse>()
    task.remote.stream = streamOf(frame('x', {}, 1), opened.resolve)
    const events = await watch(task)
    expect(await events.next()).toEqual(state('queued'))
    expect(await events.next()).toEqual(progress('x', {}, '1'))
    return { task, closed: once(await opened.promise, 'close'), hangUp: events.hangUp }
  }

  it('closes the stream of the upstream and does not affect the task', async () => {
    const { task, closed, hangUp } = await watchOpen()
    hangUp()
    await closed
    expect(await task.facts()).toEqual({ state: 'queued', ...held })
  })

  it('does not count as a failure of the upstream, however often it happens', async () => {
    const task = await scene.submit()
    for (let round = 0; round < 12; round += 1) {
      const asked = Promise.withResolvers<ServerResponse>()
      task.remote.stream = () => ({ write: asked.resolve })
      const events = await watch(task)
      const closed = once(await asked.promise, 'close')
      events.hangUp()
      await closed
    }
    await scene.submit()
  })
})
