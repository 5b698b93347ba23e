import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createInFlight } from '../calls/in-flight.ts'
import { completedReply, taskReply } from '../testing/scenes/play-tasks.ts'
import { type SceneTask, startTaskScene, type TaskScene } from '../testing/scenes/task-scene.ts'
import { playEngine } from '../testing/stubs/play-engine.ts'
import { createKeySeal } from '../upstream/key-seal.ts'
import { openUpstreamRegistry, type UpstreamRegistry } from '../upstream/upstream-registry.ts'
import { createSettle } from '../wallet/settle.ts'
import type { TaskEvent } from './open-watch.ts'
import { createPollTask } from './poll-task.ts'
import { findTask, type TaskRow } from './task-row.ts'
import { createTaskWatches, type TaskWatches } from './task-watches.ts'

const HOUR_MS = 3_600_000
const WATCHERS = 25

let scene: TaskScene
let upstreams: UpstreamRegistry
beforeAll(async () => {
  scene = await startTaskScene({ FOOTNOTE_SWEEP_SECONDS: '3600' })
  upstreams = await openUpstreamRegistry(scene.database, {
    keySeal: createKeySeal('secret'),
    warn() {},
    configured: { url: scene.upstream.url, apiKey: 'upstream-key' },
    engine: playEngine(),
    breakerMs: 1_000,
    mostCalls: 64,
    mostQueueMs: 60_000,
    reportFault() {},
  })
})
afterAll(async () => {
  await upstreams.close()
  await scene.close()
})

/** Watches with short pauses for tests, and a count of their polls. */
function openWatches(pauses: { firstMs: number; usualMs: number; streamingMs: number }) {
  const { database } = scene
  const look = createPollTask({
    database,
    upstreams,
    inFlight: createInFlight(),
    pollMs: 30_000,
  })
  const looked: string[] = []
  const deps = {
    database,
    upstreams,
    settle: createSettle(database),
    pollTask: (task: TaskRow) => {
      looked.push(task.id)
      return look(task)
    },
    taskMissingMs: 0,
  }
  return { watches: createTaskWatches(deps, { pauses, pollsPerSecond: 1_000 }), looked }
}

/** A watcher, the events it received, and its end. */
async function watch(watches: TaskWatches, { id: taskId }: SceneTask) {
  const task = await findTask(scene.database, { taskId, accountId: scene.payer.accountId })
  const received: unknown[] = []
  const ended = Promise.withResolvers<void>()
  const leave = watches.join(task as TaskRow, {
    after: undefined,
    send: ({ data }: TaskEvent) =>
      received.push('status' in data ? data.status : 'stage' in data && data.stage),
    end: error => (error === undefined ? ended.resolve() : ended.reject(error)),
  })
  return { received, leave, ended: ended.promise }
}

const frame = (name: string) => `event: ${name}\ndata: {}\n\n`

/**
 * The upstream's stream of a task, kept open, with the number of requests and the latest response.
 */
function keepStreamOpen(task: SceneTask) {
  const opened = Promise.withResolvers<ServerResponse>()
  const stream = { asked: 0, opened: opened.promise }
  task.remote.stream = () => {
    stream.asked += 1
    return {
      write(response) {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(frame('connected'))
        opened.resolve(response)
      },
    }
  }
  return stream
}

it('many watchers of one task cause one poll per pause', async () => {
  const { watches, looked } = openWatches({ firstMs: 50, usualMs: 50, streamingMs: 50 })
  const task = await scene.submit()
  let answers = 0
  task.becomes(request => {
    answers += 1
    const reply = answers < 3 ? taskReply({ status: 'running' }) : completedReply
    return reply(request)
  })
  const release = Promise.withResolvers<void>()
  task.remote.stream = async () => {
    await release.promise
    return { status: 404, body: {} }
  }
  const watchers = []
  for (let index = 0; index < WATCHERS; index += 1) watchers.push(await watch(watches, task))
  release.resolve()
  await Promise.all(watchers.map(({ ended }) => ended))
  for (const { received } of watchers) expect(received.at(-1)).toBe('completed')
  expect(looked).toEqual([task.id, task.id, task.id])
  expect(watches.size).toBe(0)
})

it('while the stream is open, only its end causes a poll, for all watchers at once', async () => {
  const { watches, looked } = openWatches({
    firstMs: HOUR_MS,
    usualMs: HOUR_MS,
    streamingMs: HOUR_MS,
  })
  const task = await scene.submit()
  const stream = keepStreamOpen(task)
  const watchers = []
  for (let index = 0; index < WATCHERS; index += 1) watchers.push(await watch(watches, task))
  const response = await stream.opened
  expect(looked).toEqual([])
  task.becomes(completedReply)
  response.end(frame('a') + frame('b') + frame('completed'))
  await Promise.all(watchers.map(({ ended }) => ended))
  for (const { received } of watchers) expect(received).toEqual(['queued', 'a', 'b', 'completed'])
  expect(looked).toEqual([task.id])
  expect(stream.asked).toBe(1)
})

it('a stream that stays open and silent does not hide the end of the task', async () => {
  const { watches } = openWatches({ firstMs: HOUR_MS, usualMs: HOUR_MS, streamingMs: 20 })
  const task = await scene.submit()
  keepStreamOpen(task)
  task.becomes(completedReply)
  const { received, ended } = await watch(watches, task)
  await ended
  expect(received).toEqual(['queued', 'completed'])
})

it('progress of a queued task causes a poll', async () => {
  const { watches } = openWatches({ firstMs: 20, usualMs: HOUR_MS, streamingMs: HOUR_MS })
  const task = await scene.submit()
  const stream = keepStreamOpen(task)
  task.becomes(taskReply({ status: 'running' }))
  const { received, leave } = await watch(watches, task)
  ;(await stream.opened).write(frame('a'))
  await expect.poll(() => received).toEqual(['queued', 'a', 'running'])
  leave()
})

it('the last watcher to leave ends stream and polls; watchers of another task continue', async () => {
  const { watches, looked } = openWatches({ firstMs: 5, usualMs: 5, streamingMs: 5 })
  const looksAt = ({ id }: SceneTask) => looked.filter(taskId => taskId === id).length
  const [left, other] = await Promise.all([scene.submit(), scene.submit()])
  const stream = keepStreamOpen(left)
  const [first, second] = [await watch(watches, left), await watch(watches, left)]
  const goesOn = await watch(watches, other)
  const response = await stream.opened
  await expect.poll(() => looked).toContain(left.id)
  first?.leave()
  const closed = once(response, 'close')
  const looks = looksAt(left)
  await expect.poll(() => looksAt(left)).toBeGreaterThan(looks)
  expect(response.closed).toBe(false)
  second?.leave()
  await closed
  expect(watches.size).toBe(1)
  looked.length = 0
  await expect.poll(() => looksAt(other)).toBeGreaterThan(9)
  // The poll that was under way when the last watcher left.
  expect(looksAt(left)).toBeLessThan(2)
  goesOn.leave()
  expect(watches.size).toBe(0)
})

it('polls that find nothing new write nothing', async () => {
  const { watches, looked } = openWatches({ firstMs: 5, usualMs: 5, streamingMs: 5 })
  const task = await scene.submit()
  const version = async () => {
    const text = 'select xmin, ctid from task where id = $1'
    return (await scene.database.query(text, [task.id])).rows
  }
  const before = await version()
  const { leave } = await watch(watches, task)
  await expect.poll(() => looked.length).toBeGreaterThan(5)
  leave()
  expect(await version()).toEqual(before)
})
