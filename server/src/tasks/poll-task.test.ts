import { afterAll, beforeAll, expect, it } from 'vitest'
import { createInFlight } from '../calls/in-flight.ts'
import { completedReply, taskNotFound, taskReply } from '../testing/scenes/play-tasks.ts'
import { captured, held, startTaskScene, type TaskScene } from '../testing/scenes/task-scene.ts'
import { playEngine } from '../testing/stubs/play-engine.ts'
import type { StubHandler } from '../testing/stubs/stub-upstream.ts'
import { createKeySeal } from '../upstream/key-seal.ts'
import { openUpstreamRegistry, type UpstreamRegistry } from '../upstream/upstream-registry.ts'
import { createSettle } from '../wallet/settle.ts'
import { createPollTask, type PollTask } from './poll-task.ts'
import { retrieveTask } from './retrieve-task.ts'

const POLLS = 25

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
    mostCalls: 4,
    mostQueueMs: 60_000,
    reportFault() {},
  })
})
afterAll(async () => {
  await upstreams.close()
  await scene.close()
})

/** Sends that many retrievals at once to an upstream that replies once all of them wait. */
async function retrieveAtOnce(reply: StubHandler) {
  const { database, payer } = scene
  const task = await scene.submit()
  const allWait = Promise.withResolvers<void>()
  task.becomes(async request => {
    await allWait.promise
    return reply(request)
  })
  const look = createPollTask({
    database,
    upstreams,
    inFlight: createInFlight(),
    pollMs: 30_000,
  })
  let waiting = 0
  const pollTask: PollTask = row => {
    waiting += 1
    if (waiting === POLLS) allWait.resolve()
    return look(row)
  }
  const deps = { database, settle: createSettle(database), pollTask, taskMissingMs: 0 }
  const owner = { taskId: task.id, accountId: payer.accountId }
  const outcomes = await Promise.allSettled(
    Array.from({ length: POLLS }, () => retrieveTask(deps, owner, { handOut: true })),
  )
  return { task, outcomes }
}

it.each<[string, StubHandler, string, object]>([
  ['a result', completedReply, 'completed', captured],
  ['a state', taskReply({ status: 'running' }), 'running', held],
])('concurrent polls ask the upstream once and share %s', async (_case, reply, state, money) => {
  const { task, outcomes } = await retrieveAtOnce(reply)
  expect(task.remote.looks).toBe(1)
  for (const outcome of outcomes) expect(outcome).toMatchObject({ value: { state } })
  expect(await task.facts()).toEqual({ state, ...money })
})

it('one "task not found" shared by many polls counts once', async () => {
  const { task, outcomes } = await retrieveAtOnce(() => taskNotFound)
  expect(task.remote.looks).toBe(1)
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ reason: { code: 'JOB_POLL_FAILED' } })
  }
  const { rows } = await scene.database.query('select missing_count from task where id = $1', [
    task.id,
  ])
  expect(rows).toEqual([{ missing_count: 1 }])
  expect(await task.facts()).toEqual({ state: 'queued', ...held })
})
